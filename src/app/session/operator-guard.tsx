import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useWayBack } from '#src/app/shells/use-way-back.ts'
import type { Page } from '#src/app/startup/page.ts'
import { paths } from '#src/config/paths.ts'
import { useSession } from '#src/session/use-session.ts'
import { stateAfterEnd } from './ended-session.ts'

export interface OperatorGuardProps {
  children: ReactNode
  page: Pick<Page, 'findEnd'>
}

/**
 * Lets the panel in only with the flag exactly 'true' and a token beside it, without asking a network. It
 * guards an empty shell: what the panel shows is authorised by the server, call by call.
 */
export function OperatorGuard({ children, page }: OperatorGuardProps) {
  const session = useSession()
  const location = useLocation()
  const returnTo = useWayBack()
  if (session?.isOperator) return children
  const end = session ? null : page.findEnd()
  // After a 401 the home page says why; whoever was not signed in signs in.
  if (end) return <Navigate to={paths.home} state={stateAfterEnd(end, location)} replace />
  return <Navigate to={paths.login} state={returnTo && { returnTo }} replace />
}
