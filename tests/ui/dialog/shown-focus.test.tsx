import { render, screen } from '@testing-library/react'
import { Activity, useLayoutEffect } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useShownFocus } from '#src/ui/dialog/use-shown-focus.ts'

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
})

function Title({ name }: { name: string }) {
  const ref = useShownFocus<HTMLHeadingElement>()
  return (
    <h3 ref={ref} tabIndex={-1}>
      {name}
    </h3>
  )
}

/** Shows one of two titles, and renders the other one ahead. Notes what has the focus when the browser may paint. */
function Stage({ shown, painted }: { shown: string; painted: (string | null)[] }) {
  useLayoutEffect(() => {
    painted.push(document.activeElement?.textContent ?? null)
  })
  return ['First', 'Second'].map((name) => (
    <Activity key={name} mode={name === shown ? 'visible' : 'hidden'}>
      <Title name={name} />
    </Activity>
  ))
}

test('what is shown next has the focus when it is painted, and has none while it is rendered ahead', () => {
  const painted: (string | null)[] = []
  const { rerender } = render(<Stage shown="First" painted={painted} />)
  expect(screen.getByText('First')).toHaveFocus()
  rerender(<Stage shown="Second" painted={painted} />)
  expect(painted).toEqual(['First', 'Second'])
})
