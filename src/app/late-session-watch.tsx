import { useEffect } from 'react'
import type { Page } from './page.ts'
import { SessionWatch } from './session-watch.tsx'
import { useRuntime } from './use-runtime.ts'

/** Brings the runtime wherever the app was opened: from then on it is watched how sessions end. */
export function LateSessionWatch({ page }: { page: Page }) {
  const { runtime, failure } = useRuntime(page)
  useEffect(() => {
    // Whatever needs it asks for it again, and says so where it is missed.
    if (failure) console.warn('The rest of the app could not be loaded.', failure)
  }, [failure])
  return runtime && <SessionWatch sessionEnd={runtime.sessionEnd} />
}
