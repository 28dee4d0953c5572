import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { paths } from '#src/config/paths.ts'
import { useSession } from '#src/session/use-session.ts'
import { type SessionEnd, stateAfterEnd } from './session-end.ts'

export interface AccountGuardProps {
  children: ReactNode
  sessionEnd: Pick<SessionEnd, 'findEnd'>
}

/**
 * Lets an end user in, without asking a network; whose events these are, the server decides call by call. The operator
 * is asked to sign in as someone else: one identity a device (decision 6).
 */
export function AccountGuard({ children, sessionEnd }: AccountGuardProps) {
  const session = useSession()
  const location = useLocation()
  if (session && !session.isOperator) return children
  const end = session ? null : sessionEnd.findEnd()
  if (end) return <Navigate to={paths.home} state={stateAfterEnd(end, location)} replace />
  return <Navigate to={paths.signIn} replace />
}
