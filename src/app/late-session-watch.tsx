import { useEffect, useState } from 'react'
import { useSession } from '#src/session/use-session.ts'
import { hasDatabases } from '#src/storage/has-databases.ts'
import type { Page } from './page.ts'
import { SessionWatch } from './session-watch.tsx'
import { useRuntime } from './use-runtime.ts'

/**
 * Brings the runtime wherever the app was opened: from then on it is watched how sessions end, and nothing is kept of
 * anyone on a device where nobody is signed in. For a stranger it waits until they do something.
 */
export function LateSessionWatch({ page }: { page: Page }) {
  const isSignedIn = useSession() !== null
  const isVisited = useVisit()
  const { runtime, failure } = useRuntime(page, isSignedIn || isVisited)
  useEffect(() => {
    // Whatever needs it asks for it again, and says so where it is missed.
    if (failure) console.warn('The rest of the app could not be loaded.', failure)
  }, [failure])
  return runtime && <SessionWatch sessionEnd={runtime.sessionEnd} />
}

/** Whether somebody has done something here, now or in an earlier visit that left something on this device. */
function useVisit(): boolean {
  const [isVisited, setVisited] = useState(false)
  useEffect(() => {
    const act = () => setVisited(true)
    const acts = ['pointerdown', 'keydown'] as const
    for (const kind of acts) window.addEventListener(kind, act, { once: true })
    void hasDatabases(window).then((hasSome) => hasSome && act())
    return () => {
      for (const kind of acts) window.removeEventListener(kind, act)
    }
  }, [])
  return isVisited
}
