import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { prepareSignIn } from '#src/app/router.tsx'
import type { Page } from '#src/app/startup/page.ts'
import { useRuntime } from '#src/app/use-runtime.ts'
import { paths } from '#src/config/paths.ts'
import type { SessionEnd } from '#src/session/session-end.ts'
import { userIdOf } from '#src/session/session-store.ts'
import { useSession } from '#src/session/use-session.ts'
import { hasDatabases } from '#src/storage/has-databases.ts'
import { removeToasts } from '#src/ui/toast/toast.ts'
import { stateAfterEnd } from './state-after-end.ts'

const CHECK_MS = 60_000 // a session may outlive its expiry by a minute at most

/**
 * Loads the runtime on every page; for a first-time visitor, only after an interaction. Then reacts to ended sessions,
 * and wipes saved data while nobody is signed in.
 */
export function SessionWatch({ page }: { page: Page }) {
  const isSignedIn = useSession() !== null
  const isVisited = useVisit()
  const { runtime, failure } = useRuntime(page, isSignedIn || isVisited)
  useEffect(() => {
    // Logs only a warning: a screen that needs the runtime loads it again, and shows the person if that fails.
    if (failure) console.warn('The rest of the app could not be loaded.', failure)
  }, [failure])
  const { pathname } = useLocation()
  useEffect(
    () => (runtime && !isSignedIn ? prepareSignIn(pathname, runtime) : undefined),
    [pathname, runtime, isSignedIn],
  )
  return runtime && <FollowSession sessionEnd={runtime.sessionEnd} />
}

/** True after an interaction, or if an earlier visit left data on this device. */
function useVisit(): boolean {
  const [isVisited, setVisited] = useState(false)
  useEffect(() => {
    const act = () => setVisited(true)
    // Password managers fill in forms without a keydown. People may fill in a prerendered form before this code runs.
    const acts = ['pointerdown', 'keydown', 'input'] as const
    for (const kind of acts) window.addEventListener(kind, act, { once: true })
    if ([...document.querySelectorAll('input')].some(({ value }) => value)) act()
    void hasDatabases(window).then((hasSome) => hasSome && act())
    return () => {
      for (const kind of acts) window.removeEventListener(kind, act)
    }
  }, [])
  return isVisited
}

/** Navigates to the home page after a 401 or an expiry, and wipes saved data while nobody is signed in. */
function FollowSession({ sessionEnd }: { sessionEnd: SessionEnd }) {
  const navigate = useNavigate()
  const session = useSession()

  useEffect(
    () =>
      // Reads window.location, so that this effect does not depend on the router's location.
      sessionEnd.subscribe((end) => {
        const state = stateAfterEnd(end, window.location)
        navigate(paths.home, { replace: true, state })
      }),
    [sessionEnd, navigate],
  )

  useEffect(() => {
    const checkExpiry = () => sessionEnd.endIfExpired(Date.now())
    checkExpiry()
    const timer = setInterval(checkExpiry, CHECK_MS)
    document.addEventListener('visibilitychange', checkExpiry)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', checkExpiry)
    }
  }, [sessionEnd])

  const userId = session && userIdOf(session)
  useEffect(() => {
    // The next user must not see this user's messages.
    if (userId !== null) return removeToasts
  }, [userId])

  useEffect(() => {
    if (!session) void sessionEnd.wipe()
  }, [session, sessionEnd])

  return null
}
