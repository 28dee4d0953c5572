import { useEffect, useState } from 'react'

/** False until `shown` has not changed for `afterMs`. */
export function useSettled(shown: string, afterMs: number): boolean {
  const [settled, setSettled] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(shown), afterMs)
    return () => clearTimeout(timer)
  }, [shown, afterMs])
  return settled === shown
}
