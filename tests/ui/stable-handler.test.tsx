import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useStableHandler } from '#src/ui/use-stable-handler.ts'

test('a stable handler keeps its identity and calls the newest handler', () => {
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

test('useStableHandler returns undefined if there is no handler', () => {
  const { result } = renderHook(() => useStableHandler(undefined))
  expect(result.current).toBeUndefined()
})
