import { useEffect, useEffectEvent } from 'react'

/** While `isAsked`, and `isNeeded` when the page ends, the browser asks before it closes or reloads the page. */
export function useLeaveQuestion(isAsked: boolean, isNeeded: () => boolean = always): void {
  const ask = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isNeeded()) event.preventDefault()
  })
  useEffect(() => {
    // A page that listens is not kept in the browser's back/forward cache, so only while there is something to lose.
    if (!isAsked) return
    const listener = (event: BeforeUnloadEvent) => ask(event)
    window.addEventListener('beforeunload', listener)
    return () => window.removeEventListener('beforeunload', listener)
  }, [isAsked])
}

const always = () => true
