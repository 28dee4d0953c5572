import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** Stubs the layout that jsdom lacks, until `vi.unstubAllGlobals`. Returns a function that reports an element's size. */
export function stubLayout(): (width: number, height: number) => void {
  let report: ResizeObserverCallback = () => undefined
  const observer = { observe() {}, unobserve() {}, disconnect() {} }
  const Observer = vi.fn(function construct(callback: ResizeObserverCallback) {
    report = callback
    return observer
  })
  vi.stubGlobal('ResizeObserver', Observer)
  return (width, height) => {
    const entry = { contentRect: { width, height } } as ResizeObserverEntry // no other field is read
    act(() => report([entry], observer))
  }
}
