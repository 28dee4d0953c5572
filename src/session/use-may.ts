import type { Permission } from '#src/domain/team/permission.ts'
import { isAllowed } from '#src/domain/team/rights.ts'
import type { Session } from './session-store.ts'
import { useSession } from './use-session.ts'

/** Whether the signed-in person has the permission, by the rights or, until these are known, by the role. */
export function useMay(permission: Permission): boolean {
  return mayDo(useSession(), permission)
}

export function mayDo(session: Session | null, permission: Permission): boolean {
  const { rights = null, account = null } = session ?? {}
  return isAllowed({ rights, staffRole: account?.staffRole ?? null }, permission)
}
