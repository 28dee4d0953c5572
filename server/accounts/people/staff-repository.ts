import type { Kysely } from 'kysely'
import type { StaffRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'

/** Staff with their accounts, in the order in which they joined. */
export function listStaff(db: Kysely<Tables>) {
  return staffWithAccounts(db).orderBy('users.created_at').orderBy('users.id').execute()
}

export type StaffMember = Awaited<ReturnType<typeof listStaff>>[number]

export function findStaff(db: Kysely<Tables>, userId: string): Promise<StaffMember | undefined> {
  return staffWithAccounts(db).where('users.id', '=', userId).executeTakeFirst()
}

export function findStaffByEmail(
  db: Kysely<Tables>,
  email: string,
): Promise<StaffMember | undefined> {
  return staffWithAccounts(db).where('users.email', '=', email).executeTakeFirst()
}

/** The number of owners who are not suspended. */
export async function countActiveOwners(db: Kysely<Tables>): Promise<number> {
  const { owners } = await db
    .selectFrom('staff')
    .select((eb) => eb.fn.countAll<number>().as('owners'))
    .where('role', '=', 'owner')
    .where('suspended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(owners)
}

/**
 * Whether the team keeps an active owner if this account is deleted: another owner must be able to sign
 * in, and must have requested no deletion. Always true for an account that is not an active owner.
 */
export async function hasOtherOwner(trx: Kysely<Tables>, userId: string): Promise<boolean> {
  const owners = await trx
    .selectFrom('staff')
    .leftJoin('account_deletions', 'account_deletions.user_id', 'staff.user_id')
    .select(['staff.user_id as id', 'account_deletions.due_at as dueAt'])
    .where('staff.role', '=', 'owner')
    .where('staff.suspended_at', 'is', null)
    .execute()
  if (!owners.some(({ id }) => id === userId)) return true
  return owners.some(({ id, dueAt }) => id !== userId && dueAt === null)
}

export async function insertStaff(
  trx: Kysely<Tables>,
  { user_id, role }: Pick<StaffRow, 'user_id' | 'role'>,
): Promise<void> {
  await trx
    .insertInto('staff')
    .values({ user_id, role, suspended_at: null, last_active_at: null })
    .execute()
}

export async function setStaff(
  trx: Kysely<Tables>,
  userId: string,
  change: Partial<Pick<StaffRow, 'role' | 'suspended_at' | 'last_active_at'>>,
): Promise<void> {
  await trx.updateTable('staff').set(change).where('user_id', '=', userId).execute()
}

function staffWithAccounts(db: Kysely<Tables>) {
  return db
    .selectFrom('staff')
    .innerJoin('users', 'users.id', 'staff.user_id')
    .leftJoin('totp_secrets', 'totp_secrets.user_id', 'staff.user_id')
    .select((eb) => [
      'users.id',
      'users.full_name as fullName',
      'users.email',
      'staff.role',
      'staff.suspended_at as suspendedAt',
      'staff.last_active_at as lastActiveAt',
      eb.fn
        .coalesce(
          'totp_secrets.confirmed_at',
          eb
            .selectFrom('passkeys')
            .select((passkeys) => passkeys.fn.min('passkeys.created_at').as('first'))
            .whereRef('passkeys.user_id', '=', 'users.id'),
        )
        .as('secondFactorAt'),
    ])
}
