import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import type { Page } from '#src/app/startup/page.ts'
import { paths } from '#src/config/paths.ts'
import { useSession } from '#src/session/use-session.ts'
import { stateAfterEnd } from './state-after-end.ts'
import { useWayBack } from './use-way-back.ts'

export interface OperatorGuardProps {
  children: ReactNode
  page: Pick<Page, 'findEnd'>
}

/**
 * Shows the panel, without a network request, if there is a token and the stored flag `admin` is 'true'. The panel's
 * shell contains no data: the server authorises each call for it.
 */
export function OperatorGuard({ children, page }: OperatorGuardProps) {
  const session = useSession()
  const location = useLocation()
  const returnTo = useWayBack()
  if (session?.isOperator) return children
  const end = session ? null : page.findEnd()
  // After a 401 or an expiry, the home page shows the reason. Otherwise, the person must sign in.
  if (end) return <Navigate to={paths.home} state={stateAfterEnd(end, location)} replace />
  return <Navigate to={paths.login} state={returnTo && { returnTo }} replace />
}
