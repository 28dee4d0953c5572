import { useEffect, useState } from 'react'
import type { Page } from './page.ts'
import type { SessionEnd } from './session-end.ts'
import { SessionWatch } from './session-watch.tsx'

/** Brings the runtime after the first paint, wherever that was: from then on it is watched how sessions end. */
export function LateSessionWatch({ page }: { page: Page }) {
  const [sessionEnd, setSessionEnd] = useState<SessionEnd | null>(null)
  useEffect(() => {
    page.loadRuntime().then(
      (runtime) => setSessionEnd(runtime.sessionEnd),
      // Whatever needs it asks for it again, and says so where it is missed.
      (error: unknown) => console.warn('The rest of the app could not be loaded.', error),
    )
  }, [page])
  return sessionEnd && <SessionWatch sessionEnd={sessionEnd} />
}
