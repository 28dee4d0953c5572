import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import type { Page } from '#src/app/startup/page.ts'
import { paths } from '#src/config/paths.ts'
import { useSession } from '#src/session/use-session.ts'
import { stateAfterEnd } from './state-after-end.ts'
import { useWayBack } from './use-way-back.ts'

export interface AccountGuardProps {
  children: ReactNode
  page: Pick<Page, 'findEnd'>
}

/**
 * Shows the page to a signed-in end user without a network request; the server authorises each call. Sends an operator
 * to the sign-in page, because a device has one session at a time.
 */
export function AccountGuard({ children, page }: AccountGuardProps) {
  const session = useSession()
  const location = useLocation()
  const returnTo = useWayBack()
  if (session && !session.isOperator) return children
  const end = session ? null : page.findEnd()
  if (end) return <Navigate to={paths.home} state={stateAfterEnd(end, location)} replace />
  // If another tab ended the session, the same person returns to this page after a sign-in.
  return <Navigate to={paths.signIn} state={{ returnTo }} replace />
}
