import { useEffect, useState } from 'react'
import type { LoadedUpdates } from './load-updates.ts'

/** The update prompt; nothing until its code has loaded. */
export function LazyUpdatePrompt({ updates }: { updates: Promise<LoadedUpdates> | null }) {
  const [loaded, setLoaded] = useState<LoadedUpdates | null>(null)
  useEffect(() => {
    updates?.then(setLoaded, (error: unknown) => {
      console.warn('The check for new builds could not be loaded.', error)
    })
  }, [updates])
  return loaded && <loaded.UpdatePrompt updates={loaded.updates} />
}
