import { useLocation } from 'react-router-dom'
import { HomeScreen } from '#src/features/home/home-screen.tsx'
import type { EndReason } from '#src/session/session-end.ts'
import { useSession } from '#src/session/use-session.ts'

const BEGINNINGS = { unauthorised: 'Your session ended.', expired: 'Your session has expired.' }

function describeEnd(reason: EndReason): string {
  const beginning =
    typeof reason === 'string'
      ? BEGINNINGS[reason]
      : `Signed out because your account signed in on ${reason.device} at ${reason.time}, which was one device too many.`
  return `${beginning} Please sign in again; nothing that was waiting is lost.`
}

/** The public home page. After a session ended without a sign-out, it shows the reason. */
export function HomePage() {
  const { state } = useLocation()
  const isSignedIn = useSession() !== null
  const reason = (state as { reason?: EndReason } | null)?.reason // set when a session ends without a sign-out
  // The history state survives a reload and Back: a person who has signed in again must not see the reason.
  return <HomeScreen reason={reason && !isSignedIn ? describeEnd(reason) : null} />
}
