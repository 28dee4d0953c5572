import { useEffect, useState } from 'react'

const SECOND_MS = 1000

/** Counts down the whole seconds until a moment (epoch milliseconds) while the component is mounted; 0 after that. */
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
