import { startTransition, useDeferredValue, useEffect, useState } from 'react'

/**
 * A value for a part that may render late: `first` until the component is on the screen, then the value, which is
 * deferred at each change. React's own initial value of `useDeferredValue` makes React render a new screen again and
 * again while it delays the commit after a fallback: 30 times at a sign-in.
 */
export function useLateValue<Value>(value: Value, first: Value): Value {
  const [isShown, setShown] = useState(false)
  useEffect(() => startTransition(() => setShown(true)), [])
  return useDeferredValue(isShown ? value : first)
}
