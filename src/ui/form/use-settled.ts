import { useEffect, useState } from 'react'

/** True once `shown` has stayed the same for `afterMs` milliseconds. */
export function useSettled(shown: string, afterMs: number): boolean {
  const [settled, setSettled] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(shown), afterMs)
    return () => clearTimeout(timer)
  }, [shown, afterMs])
  return settled === shown
}
