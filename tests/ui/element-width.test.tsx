import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useElementWidth } from '#src/ui/use-element-width.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('what is out of view has no width, and keeps the one it had', async () => {
  const measured = stubLayout()
  const ref = { current: document.createElement('div') }
  const { result } = renderHook(() => useElementWidth(ref, 640))
  expect(result.current).toBeNull()
  await act(async () => measured(320.4))
  expect(result.current).toBe(320)
  await act(async () => measured(0))
  expect(result.current).toBe(320)
  await act(async () => measured(358))
  expect(result.current).toBe(358)
})

/** A layout, which jsdom has none of; answers how to tell it a width. */
function stubLayout(): (widthPx: number) => void {
  let onResize: (entries: { contentRect: { width: number } }[]) => void = () => undefined
  const watch = vi.fn(function watch(told: typeof onResize) {
    onResize = told
    return { observe: () => undefined, disconnect: () => undefined }
  })
  vi.stubGlobal('ResizeObserver', watch)
  return (width) => onResize([{ contentRect: { width } }])
}
