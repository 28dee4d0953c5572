import * as v from 'valibot'
import { WireText } from '#src/domain/text.ts'
import { may, type Permission, STAFF_ROLES } from './permission.ts'

// What the server lets the signed-in person do. Screens ask this to show only what would work; the server decides.

/** The answer of GET /admin/me. */
export interface Rights {
  /** As in X-Role-Version: another value there means that these rights are out of date. */
  roleVersion: string
  role: string
  name: string | null
  /** A later server may name some that this build does not know. */
  permissions: readonly string[]
}

export const RightsSchema = v.pipe(
  v.looseObject({
    roleVersion: v.string(),
    role: v.string(),
    name: WireText,
    permissions: v.array(v.string()),
  }),
  v.transform(({ roleVersion, role, name, permissions }): Rights => {
    return { roleVersion, role, name, permissions }
  }),
)

/**
 * Whether a person may do this: by their rights once they are known, until then by the role that the sign-in told. A
 * bare backend tells neither and allows everything that it has, which is no team and no log.
 */
export function isAllowed(
  { rights, staffRole }: { rights: Rights | null; staffRole: string | null },
  permission: Permission,
): boolean {
  if (rights) return rights.permissions.includes(permission)
  const role = STAFF_ROLES.find((known) => known === staffRole)
  return role === undefined ? !NOT_BARE.includes(permission) : may(role, permission)
}

/** What a bare backend does not have. */
const NOT_BARE: readonly Permission[] = [
  'manage-staff',
  'see-activity',
  'offer-export',
  'edit-reasons',
  'connect-sites',
]
