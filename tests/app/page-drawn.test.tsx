import { render } from '@testing-library/react'
import { BrowserRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { App } from '#src/app/app.tsx'
import { createPage } from '#src/app/page.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  vi.useRealTimers()
})

function startPage() {
  window.history.replaceState(null, '', '/login')
  const page = createPage(window, () => new Promise(() => {}))
  const onDrawn = vi.fn()
  void page.drawn.then(onDrawn)
  return { page, onDrawn }
}

test('a page tells when its first screen is drawn', async () => {
  const { page, onDrawn } = startPage()
  await Promise.resolve()
  expect(onDrawn).not.toHaveBeenCalled()
  render(
    <BrowserRouter>
      <App page={page} updates={null} />
    </BrowserRouter>,
  )
  await page.drawn
  expect(onDrawn).toHaveBeenCalledTimes(1)
})

test('what waits for that begins after 5 seconds in any case', async () => {
  const { onDrawn } = startPage()
  await vi.advanceTimersByTimeAsync(4_999)
  expect(onDrawn).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(onDrawn).toHaveBeenCalledTimes(1)
})
