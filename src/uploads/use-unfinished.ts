import { useEffect, useState } from 'react'
import { countUnfinished, type Unfinished } from './unfinished.ts'

/** The person's listings and files that are not on the server yet; null until they are counted. */
export function useUnfinished(userId: string | null): Unfinished | null {
  const [count, setCount] = useState<Unfinished | null>(null)
  useEffect(() => {
    if (userId === null) return
    countUnfinished(userId).then(setCount, (error: unknown) => {
      console.warn('The uploads of this device cannot be read.', error)
      setCount({ listings: 0, files: 0 })
    })
  }, [userId])
  return count
}
