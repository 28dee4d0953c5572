import { act, render, screen } from '@testing-library/react'
import { BrowserRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { useUrlParam } from '#src/ui/address/use-url-param.ts'

let setText: (value: string) => void
let setSort: (value: string) => void

function Place() {
  const [text, keepText] = useUrlParam('q')
  const [sort, keepSort] = useUrlParam('sort')
  setText = keepText
  setSort = keepSort
  return (
    <p>
      {text} by {sort}
    </p>
  )
}

test('two URL params that are set before the next render are both kept', async () => {
  history.replaceState(null, '', '/dashboard?section=property')
  render(<Place />, { wrapper: BrowserRouter })
  act(() => {
    setSort('title')
    setText('villa')
  })
  expect(await screen.findByText('villa by title')).toBeVisible()
  expect(window.location.search).toBe('?section=property&sort=title&q=villa')
})
