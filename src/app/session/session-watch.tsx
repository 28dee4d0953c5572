import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { prepareSignIn } from '#src/app/router.tsx'
import type { Page } from '#src/app/startup/page.ts'
import { useRuntime } from '#src/app/use-runtime.ts'
import { paths } from '#src/config/paths.ts'
import { userIdOf } from '#src/session/session-store.ts'
import { useSession } from '#src/session/use-session.ts'
import { hasDatabases } from '#src/storage/has-databases.ts'
import { removeToasts } from '#src/ui/toast/toast.ts'
import { stateAfterEnd } from './ended-session.ts'
import type { SessionEnd } from './session-end.ts'

const LOOK_MS = 60_000 // a session may outlive its date by a minute on a sleeping device, not more

/**
 * Brings the runtime wherever the app was opened: from then on it is watched how sessions end, and nothing is kept of
 * anyone on a device where nobody is signed in. For a stranger it waits until they do something.
 */
export function SessionWatch({ page }: { page: Page }) {
  const isSignedIn = useSession() !== null
  const isVisited = useVisit()
  const { runtime, failure } = useRuntime(page, isSignedIn || isVisited)
  useEffect(() => {
    // Whatever needs it asks for it again, and says so where it is missed.
    if (failure) console.warn('The rest of the app could not be loaded.', failure)
  }, [failure])
  const { pathname } = useLocation()
  useEffect(
    () => (runtime && !isSignedIn ? prepareSignIn(pathname, page, runtime) : undefined),
    [pathname, page, runtime, isSignedIn],
  )
  return runtime && <FollowSession sessionEnd={runtime.sessionEnd} />
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

/** Takes the person home after a 401 or at the session's date, and keeps nothing of anyone where nobody is signed in. */
function FollowSession({ sessionEnd }: { sessionEnd: SessionEnd }) {
  const navigate = useNavigate()
  const session = useSession()

  useEffect(
    () =>
      // The address as it is now: this hook need not follow each move of the person.
      sessionEnd.subscribe((end) => {
        const state = stateAfterEnd(end, window.location)
        navigate(paths.home, { replace: true, state })
      }),
    [sessionEnd, navigate],
  )

  useEffect(() => {
    const look = () => sessionEnd.endIfExpired(Date.now())
    look()
    const timer = setInterval(look, LOOK_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [sessionEnd])

  const userId = session && userIdOf(session)
  useEffect(() => {
    // What was said to one person is not for the next one.
    if (userId !== null) return removeToasts
  }, [userId])

  useEffect(() => {
    if (!session) void sessionEnd.wipe()
  }, [session, sessionEnd])

  return null
}
