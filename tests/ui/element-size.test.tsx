import { renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useElementSize } from '#src/ui/use-element-size.ts'
import { stubLayout } from './stub-layout.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('an element has no size before its first measurement, and keeps its last size while hidden', () => {
  const measure = stubLayout()
  const ref = { current: document.createElement('div') }
  const { result } = renderHook(() => useElementSize(ref, { width: 640, height: 320 }))
  expect(result.current).toBeNull()
  measure(320.4, 220)
  expect(result.current).toEqual({ width: 320, height: 220 })
  measure(0, 0)
  expect(result.current).toEqual({ width: 320, height: 220 })
  measure(358, 220)
  expect(result.current).toEqual({ width: 358, height: 220 })
})
