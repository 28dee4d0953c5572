import { useCallback, useLayoutEffect, useRef } from 'react'

/** A handler that is the same function at every render and does what the newest one would; none stays none. */
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
