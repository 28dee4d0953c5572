import { useEffect, useState } from 'react'

const SECOND_MS = 1000

/** Whole seconds left until a moment in epoch milliseconds, counted down while the component is shown; 0 from then on. */
export function useSecondsUntil(momentMs: number): number {
  const [now, setNow] = useState(Date.now)
  const left = Math.max(0, Math.ceil((momentMs - now) / SECOND_MS))

  useEffect(() => {
    const tick = () => setNow(Date.now())
    tick()
    if (momentMs <= Date.now()) return
    const timer = setInterval(() => {
      tick()
      if (momentMs <= Date.now()) clearInterval(timer)
    }, SECOND_MS)
    return () => clearInterval(timer)
  }, [momentMs])

  return left
}
