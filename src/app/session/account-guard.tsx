import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useWayBack } from '#src/app/shells/use-way-back.ts'
import type { Page } from '#src/app/startup/page.ts'
import { paths } from '#src/config/paths.ts'
import { useSession } from '#src/session/use-session.ts'
import { stateAfterEnd } from './ended-session.ts'

export interface AccountGuardProps {
  children: ReactNode
  page: Pick<Page, 'findEnd'>
}

/**
 * Lets an end user in, without asking a network; whose events these are, the server decides call by call. The operator
 * is asked to sign in as someone else: one identity on each device.
 */
export function AccountGuard({ children, page }: AccountGuardProps) {
  const session = useSession()
  const location = useLocation()
  const returnTo = useWayBack()
  if (session && !session.isOperator) return children
  const end = session ? null : page.findEnd()
  if (end) return <Navigate to={paths.home} state={stateAfterEnd(end, location)} replace />
  // Another tab may have lost the session: the same person finds back to what they were doing here.
  return <Navigate to={paths.signIn} state={{ returnTo }} replace />
}
