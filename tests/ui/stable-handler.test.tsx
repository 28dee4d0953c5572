import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useStableHandler } from '#src/ui/use-stable-handler.ts'

test('a stable handler stays the same function and does what the newest one does', () => {
  const [before, after] = [vi.fn(), vi.fn()]
  const { result, rerender } = renderHook(({ handler }) => useStableHandler(handler), {
    initialProps: { handler: before },
  })
  const first = result.current
  rerender({ handler: after })
  expect(result.current).toBe(first)
  first?.('L1')
  expect(before).not.toHaveBeenCalled()
  expect(after).toHaveBeenCalledExactlyOnceWith('L1')
})

test('no handler stays none', () => {
  const { result } = renderHook(() => useStableHandler(undefined))
  expect(result.current).toBeUndefined()
})
