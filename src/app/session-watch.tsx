import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '#src/config/paths.ts'
import { userIdOf } from '#src/session/session-store.ts'
import { useSession } from '#src/session/use-session.ts'
import { removeToasts } from '#src/ui/toast.ts'
import { stateAfterEnd } from './ended-session.ts'
import type { SessionEnd } from './session-end.ts'

const LOOK_MS = 60_000 // a session may outlive its date by a minute on a sleeping device, not more

/** Watches how sessions end: takes the person home after a 401 or at the session's date, and keeps nothing
 * of anyone on a device where nobody is signed in. */
export function SessionWatch({ sessionEnd }: { sessionEnd: SessionEnd }) {
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
