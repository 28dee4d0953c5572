import * as v from 'valibot'
import { WireText } from '#src/domain/text.ts'
import { may, type Permission, STAFF_ROLES } from './permission.ts'

// The permissions of the signed-in person. Screens use them to show only what the person may do; the server enforces
// them.

/** The answer of GET /admin/me. */
export interface Rights {
  /** If the header X-Role-Version of an answer has another value, these rights are outdated. */
  roleVersion: string
  role: string
  name: string | null
  /** A newer server may send permissions that this build does not know. */
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
 * Whether a person has a permission: by their rights or, until these are known, by the role from the sign-in. A bare
 * backend sends neither and allows everything that it supports.
 */
export function isAllowed(
  { rights, staffRole }: { rights: Rights | null; staffRole: string | null },
  permission: Permission,
): boolean {
  if (rights) return rights.permissions.includes(permission)
  const role = STAFF_ROLES.find((known) => known === staffRole)
  return role === undefined ? !NOT_BARE.includes(permission) : may(role, permission)
}

/** Permissions for features that a bare backend does not have. */
const NOT_BARE: readonly Permission[] = [
  'manage-staff',
  'see-activity',
  'offer-export',
  'edit-reasons',
  'arrange-reviews',
  'connect-sites',
  'share-views',
  'manage-exports',
]
