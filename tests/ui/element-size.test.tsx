import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useElementSize } from '#src/ui/use-element-size.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('an element has no size before its first measurement, and keeps its last size while hidden', async () => {
  const measured = stubLayout()
  const ref = { current: document.createElement('div') }
  const { result } = renderHook(() => useElementSize(ref, { width: 640, height: 320 }))
  expect(result.current).toBeNull()
  await act(async () => measured(320.4, 220))
  expect(result.current).toEqual({ width: 320, height: 220 })
  await act(async () => measured(0, 0))
  expect(result.current).toEqual({ width: 320, height: 220 })
  await act(async () => measured(358, 220))
  expect(result.current).toEqual({ width: 358, height: 220 })
})

/** Stubs the layout that jsdom lacks. Returns a function that reports a size. */
function stubLayout(): (width: number, height: number) => void {
  let onResize: (entries: { contentRect: { width: number; height: number } }[]) => void = () =>
    undefined
  const watch = vi.fn(function watch(callback: typeof onResize) {
    onResize = callback
    return { observe: () => undefined, disconnect: () => undefined }
  })
  vi.stubGlobal('ResizeObserver', watch)
  return (width, height) => onResize([{ contentRect: { width, height } }])
}
