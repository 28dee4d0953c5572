import { useEffect, useState } from 'react'
import { countUnfinished, type Unfinished, type UploadsOpener } from './unfinished.ts'

/**
 * The person's listings and files that are not on the server yet; null until they are counted, 'unreadable' if this
 * device's storage does not answer.
 */
export function useUnfinished(
  openDevice: UploadsOpener,
  userId: string | null,
): Unfinished | 'unreadable' | null {
  const [count, setCount] = useState<Unfinished | 'unreadable' | null>(null)
  useEffect(() => {
    if (userId === null) return
    countUnfinished(openDevice, userId).then(setCount, (error: unknown) => {
      console.warn('The uploads of this device cannot be read.', error)
      setCount('unreadable')
    })
  }, [openDevice, userId])
  return count
}
