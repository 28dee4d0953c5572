import { useEffect, useState } from 'react'
import { countUnfinishedUploads } from './unfinished-uploads.ts'

/** The person's files that are not uploaded yet; null until they are counted. */
export function useUnfinishedUploads(userId: string | null): number | null {
  const [count, setCount] = useState<number | null>(null)
  useEffect(() => {
    if (userId === null) return
    countUnfinishedUploads(userId).then(setCount, (error: unknown) => {
      console.warn('The uploads of this device cannot be read.', error)
      setCount(0)
    })
  }, [userId])
  return count
}
