import { type RefObject, useEffect, useState } from 'react'

const NEAR = '50% 0px' // half a screen ahead, so that content loads before it is scrolled into view

/** True from the moment an element is in view or nearly so; always true without IntersectionObserver. */
export function useNearView(ref: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    if (isNear || !ref.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: NEAR },
    )
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [ref, isNear])
  return isNear
}
