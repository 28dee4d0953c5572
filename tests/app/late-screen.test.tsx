import { act, fireEvent, render, screen } from '@testing-library/react'
import { Suspense, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { lateScreen } from '#src/app/late-screen.tsx'

function Counter() {
  const [count, setCount] = useState(0)
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {count} pressed
    </button>
  )
}

function show({ Screen }: ReturnType<typeof lateScreen<object>>) {
  const draw = () => (
    <Suspense fallback="loading">
      <Screen />
    </Suspense>
  )
  const { rerender } = render(draw())
  return () => rerender(draw())
}

test('what was brought before is drawn in the same turn, without a stand-in', async () => {
  const load = vi.fn(async () => Counter)
  const late = lateScreen(load)
  await late.preload()
  show(late)
  expect(screen.getByText('0 pressed')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(1)
})

test('what was not is loaded when it is shown, and stays the same one when it is brought again', async () => {
  const late = lateScreen(async () => Counter)
  const drawAgain = show(late)
  expect(screen.getByText('loading')).toBeVisible()
  fireEvent.click(await screen.findByText('0 pressed'))
  expect(await screen.findByText('1 pressed')).toBeVisible()
  await act(() => late.preload())
  drawAgain()
  expect(screen.getByText('1 pressed')).toBeVisible()
})

test('what could not be brought is tried again when it is shown', async () => {
  const load = vi.fn(async () => Counter).mockRejectedValueOnce(new Error('no network'))
  const late = lateScreen(load)
  await expect(late.preload()).rejects.toThrow('no network')
  show(late)
  expect(await screen.findByText('0 pressed')).toBeVisible()
})
