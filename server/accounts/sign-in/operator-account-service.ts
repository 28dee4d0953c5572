// The operator account, the first owner of the team, which ADMIN_EMAIL names. A start changes only the
// account of that address, and creates one only while the team has no owner: other owners are never
// renamed. A configured password is applied once, at the first start that has it, and never overwrites a
// password that was set later. Without a configured password, one is generated and printed once. A new
// password ends all sessions of the operator and removes all known devices.

import type { Kysely } from 'kysely'
import {
  findConfiguredId,
  findConfiguredPassword,
  rememberConfiguredPassword,
} from '#server/accounts/passwords/configured-password-repository.ts'
import { makePassword } from '#server/accounts/passwords/made-password.ts'
import { hashPassword, isPassword } from '#server/accounts/passwords/password-hash.ts'
import {
  countOperators,
  findAccount,
  findAccountById,
  findOperator,
  insertAccount,
  setAccount,
} from '#server/accounts/people/account-repository.ts'
import { endLinksTo } from '#server/accounts/people/link-repository.ts'
import { findStaff, insertStaff, listStaff } from '#server/accounts/people/staff-repository.ts'
import { removeDevicesOf } from '#server/accounts/sessions/known-device-repository.ts'
import { revokeSessionsOf } from '#server/accounts/sessions/session-repository.ts'
import { appendAccountAuditEntry } from '#server/platform/audit/audit-service.ts'
import { isServedLocally } from '#server/platform/config/loopback-host.ts'
import { isPasswordShort, type ServerSettings } from '#server/platform/config/server-settings.ts'
import { SetupError } from '#server/platform/config/setup-error.ts'
import { makeRecordId } from '#server/platform/database/record-id.ts'
import type { UserRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { forgetSignInTotals } from '#server/platform/limits/sign-in-limit-service.ts'

const UNSET_EMAIL = 'operator@marketplace.example'

export interface OperatorSignIn {
  email: string
  /** Set only if the password was generated just now; its plain text is stored nowhere. */
  newPassword: string | null
  /** True when the password is allowed only on a server that only this machine can open. */
  isPasswordShort: boolean
  /** True when the configured password was applied earlier and another one has been set since. */
  isPasswordNewer: boolean
  /** True when the settings name nobody on the team, which has an owner: they are not used. */
  isUnused: boolean
}

interface Configured {
  email: string | null
  password: string | null
  now: Date
}

/**
 * Creates or updates the operator account; changes nothing if it is up to date, or if the settings name
 * nobody and the team has an owner. @throws SetupError
 */
export async function ensureOperator(
  db: Kysely<Tables>,
  { email, password, now }: Configured,
): Promise<OperatorSignIn> {
  const operator = await findConfiguredAccount(db, email)
  if (!operator) {
    const owner = await findOperator(db)
    if (!owner) return insertOperator(db, { email: email ?? UNSET_EMAIL, password, now })
    return { ...signInOf(owner), isUnused: email !== null || password !== null }
  }
  // Earlier versions of the server did not store the configured password that they applied: the current one is used.
  const remembered = await findConfiguredPassword(db, operator.id)
  const appliedHash = remembered ?? operator.password_hash
  if (password !== null && !(await isPassword(password, appliedHash))) {
    await setPassword(db, operator, { password, now, source: 'ADMIN_PASSWORD' })
    return { ...signInOf(operator), isPasswordShort: isPasswordShort(password) }
  }
  if (password !== null && remembered === null && appliedHash !== null)
    await rememberConfiguredPassword(db, operator.id, appliedHash)
  const isPasswordNewer = password !== null && appliedHash !== operator.password_hash
  return { ...signInOf(operator), isPasswordNewer }
}

/**
 * The account of ADMIN_EMAIL; without that setting, the account to which a configured password was
 * applied, or the one of the default address. @throws SetupError for a person on the team who is neither
 * an owner nor was the operator
 */
async function findConfiguredAccount(
  db: Kysely<Tables>,
  email: string | null,
): Promise<UserRow | undefined> {
  const before = await findConfiguredId(db)
  const account =
    email === null && before !== null
      ? await findAccountById(db, before)
      : await findAccount(db, email ?? UNSET_EMAIL, 'admin')
  if (!account || account.id === before) return account
  if ((await findStaff(db, account.id))?.role === 'owner') return account
  throw new SetupError(
    `ADMIN_EMAIL ${account.email} belongs to another person on the team, who is not an owner; take another address.`,
  )
}

function signInOf({ email, has_short_password }: UserRow): OperatorSignIn {
  return {
    email,
    newPassword: null,
    isPasswordShort: has_short_password === 1,
    isPasswordNewer: false,
    isUnused: false,
  }
}

/**
 * Refuses a short password if others than people on this machine can open the server. The password may have been
 * set before they could. @throws SetupError
 */
export function requirePasswordFitFor(
  { isPasswordShort: isShort }: Pick<OperatorSignIn, 'isPasswordShort'>,
  settings: Pick<ServerSettings, 'host' | 'publicUrl' | 'trustedProxies'>,
): void {
  if (!isShort || isServedLocally(settings)) return
  const remedy = 'make a new one with "npm run manage -- password".'
  throw new SetupError(
    `The operator's password is too short for a server that others can open: ${remedy}`,
  )
}

/** Whether an account of the panel has no role on the team. The server itself never creates such an account. */
export async function hasOperatorsWithoutRole(db: Kysely<Tables>): Promise<boolean> {
  return (await countOperators(db)) > (await listStaff(db)).length
}

/** The longest-standing active owner. @throws SetupError when there is none yet */
export async function getOperator(db: Kysely<Tables>): Promise<UserRow> {
  const operator = await findOperator(db)
  if (!operator) throw new SetupError('There is no operator yet: start the server once first.')
  return operator
}

/**
 * Generates a new password for the operator and ends all their sessions. @throws SetupError when
 * there is no operator
 */
export async function renewOperatorPassword(
  db: Kysely<Tables>,
  now: Date,
): Promise<{ email: string; newPassword: string }> {
  return renewPassword(db, await getOperator(db), now)
}

/**
 * Generates a new password for a person on the team, and ends all their sessions. @throws SetupError
 * when nobody on the team has the address
 */
export async function renewStaffPassword(
  db: Kysely<Tables>,
  email: string,
  now: Date,
): Promise<{ email: string; newPassword: string }> {
  return renewPassword(db, await getStaffAccount(db, email), now)
}

/** @throws SetupError when nobody on the team has the address */
export async function getStaffAccount(db: Kysely<Tables>, email: string): Promise<UserRow> {
  const account = await findAccount(db, email.trim().toLowerCase(), 'admin')
  if (account && (await findStaff(db, account.id))) return account
  throw new SetupError(`Nobody on the team has the address ${email}.`)
}

async function renewPassword(db: Kysely<Tables>, account: UserRow, now: Date) {
  const newPassword = makePassword()
  await setPassword(db, account, { password: newPassword, now, source: 'Command line' })
  return { email: account.email, newPassword }
}

async function insertOperator(
  db: Kysely<Tables>,
  { email, password, now }: { email: string; password: string | null; now: Date },
): Promise<OperatorSignIn> {
  const made = makePassword()
  const account = {
    id: makeRecordId(now),
    full_name: 'Operator',
    email,
    phone_number: null,
    picture_url: null,
    role: 'admin' as const,
    verified: 1,
    password_hash: await hashPassword(password ?? made),
    has_short_password: isPasswordShort(password ?? made) ? 1 : 0,
    adult_stated_at: null,
    consent_policy: null,
    created_at: now.toISOString(),
  }
  try {
    await db.transaction().execute(async (trx) => {
      await insertAccount(trx, account)
      await insertStaff(trx, { user_id: account.id, role: 'owner' })
      if (password !== null)
        await rememberConfiguredPassword(trx, account.id, account.password_hash)
    })
  } catch (error) {
    // Another process that started on the same database has created the operator, and prints the
    // password if it generated one.
    const other = await findOperator(db)
    if (!other) throw error
    return signInOf(other)
  }
  return {
    email,
    newPassword: password ? null : made,
    isPasswordShort: isPasswordShort(password ?? made),
    isPasswordNewer: false,
    isUnused: false,
  }
}

async function setPassword(
  db: Kysely<Tables>,
  account: UserRow,
  {
    password,
    now,
    source,
  }: { password: string; now: Date; source: 'ADMIN_PASSWORD' | 'Command line' },
): Promise<void> {
  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async (trx) => {
    await setAccount(trx, account.id, {
      password_hash: passwordHash,
      has_short_password: isPasswordShort(password) ? 1 : 0,
    })
    await revokeSessionsOf(trx, account.id, now.toISOString())
    await removeDevicesOf(trx, account.id)
    const link = { kind: 'reset', accountId: account.id } as const
    await endLinksTo(trx, link, { reason: 'revoked', now: now.toISOString() })
    await forgetSignInTotals(trx)
    const about = { accountId: account.id, deviceLabel: source, now }
    await appendAccountAuditEntry(trx, 'password', about)
    if (source === 'ADMIN_PASSWORD') await rememberConfiguredPassword(trx, account.id, passwordHash)
  })
}
