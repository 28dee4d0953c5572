import { act, render, screen } from '@testing-library/react'
import { Activity } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useNow } from '#src/ui/use-now.ts'

// `useNow` returns the time from which components compute ages such as "3 h ago".

const START = Date.UTC(2026, 10, 23, 9)

beforeEach(() => void vi.useFakeTimers({ now: START }))
afterEach(() => void vi.useRealTimers())

function Clock() {
  return <output>{(useNow() - START) / 60_000}</output>
}

const minutes = () => Number(screen.getByText(/^[0-9.]+$/).textContent)

test('the clock ticks while its component is visible', () => {
  render(<Clock />)
  act(() => void vi.advanceTimersByTime(90_000))
  expect(minutes()).toBe(1.5)
})

test('the clock stops while its component is hidden, and shows the right time when it is visible again', () => {
  const at = (mode: 'visible' | 'hidden') => (
    <Activity mode={mode}>
      <Clock />
    </Activity>
  )
  const { rerender } = render(at('visible'))
  rerender(at('hidden'))
  act(() => void vi.advanceTimersByTime(600_000))
  expect(minutes()).toBe(0)
  rerender(at('visible'))
  expect(minutes()).toBe(10)
})
