import { useEffect, useState } from 'react'

const TICK_MS = 30_000 // half a minute, because ages are shown in minutes

/** The time in epoch milliseconds, updated often enough for ages in minutes. */
export function useNow(): number {
  const [nowMs, setNow] = useState(Date.now)
  useEffect(() => {
    // A section that was hidden still has an old time.
    setNow((before) => (Date.now() - before > TICK_MS ? Date.now() : before))
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
