import { useCallback, useLayoutEffect, useRef } from 'react'

/** A stable function that calls the handler of the latest render; undefined stays undefined. */
export function useStableHandler<Given extends unknown[]>(
  handler: (...given: Given) => void,
): (...given: Given) => void
export function useStableHandler<Given extends unknown[]>(
  handler: ((...given: Given) => void) | undefined,
): ((...given: Given) => void) | undefined
export function useStableHandler<Given extends unknown[]>(
  handler: ((...given: Given) => void) | undefined,
) {
  const newest = useRef(handler)
  useLayoutEffect(() => {
    newest.current = handler
  })
  const stable = useCallback((...given: Given) => newest.current?.(...given), [])
  return handler && stable
}
