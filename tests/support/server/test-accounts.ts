import { rememberConfiguredPassword } from '#server/accounts/passwords/configured-password-repository.ts'
import { hashPassword } from '#server/accounts/passwords/password-hash.ts'
import { findMeantAccount, insertAccount } from '#server/accounts/people/account-repository.ts'
import { labelDevice } from '#server/accounts/people/device-label.ts'
import { insertStaff } from '#server/accounts/people/staff-repository.ts'
import { openSession } from '#server/accounts/sessions/session-service.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import { makeRecordId } from '#server/platform/database/record-id.ts'
import type { UserRow } from '#server/platform/database/rows/account-rows.ts'
import type { Role } from '#src/domain/account/account.ts'
import type { StaffRole } from '#src/domain/team/permission.ts'
import { ROLE_LABELS } from '#src/domain/team/role-labels.ts'

export const OPERATOR = { email: 'operator@marketplace.example', password: 'a long test password' }
/** The password of all accounts that tests add, except the operator. */
export const PASSWORD = 'a long member password'

const hashes = new Map<string, Promise<string>>()

/** Hashes each password only once, because hashing takes longer than the rest of a server's start. */
export function hashOnce(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, hash)
  return hash
}

/** Inserts the operator as the first start of a server does. */
export async function insertOperator(db: AppDeps['db'], now: Date): Promise<void> {
  const { id, password_hash } = await insertStaffAccount(db, {
    ...OPERATOR,
    fullName: 'Operator',
    role: 'owner',
    now,
  })
  await rememberConfiguredPassword(db, id, password_hash)
}

interface NewStaff {
  email: string
  password: string
  fullName: string
  role: StaffRole
  now: Date
}

async function insertStaffAccount(db: AppDeps['db'], person: NewStaff) {
  const account = {
    id: makeRecordId(person.now),
    full_name: person.fullName,
    email: person.email,
    phone_number: null,
    picture_url: null,
    role: 'admin' as const,
    verified: 1,
    password_hash: await hashOnce(person.password),
    has_short_password: 0,
    adult_stated_at: null,
    consent_policy: null,
    created_at: person.now.toISOString(),
  }
  await insertAccount(db, account)
  await insertStaff(db, { user_id: account.id, role: person.role })
  return account
}

/** Reads and changes accounts directly in the database, because the API needs several calls for it. */
export function accessAccounts(db: AppDeps['db'], clock: () => Date, ttlDays: number) {
  async function getAccount(email: string, preferredRole: Role): Promise<UserRow> {
    const account = await findMeantAccount(db, { email, preferredRole })
    if (!account) throw new Error(`no account for ${email}`)
    return account
  }

  /**
   * Opens a session, by default for the operator. The user agent determines the device's name.
   */
  async function signIn({
    email = OPERATOR.email,
    preferredRole = 'admin' as Role,
    userAgent = '',
  } = {}): Promise<string> {
    const { token } = await openSession(db, {
      account: await getAccount(email, preferredRole),
      deviceLabel: labelDevice(userAgent),
      now: clock(),
      ttlDays,
    })
    return token
  }

  return {
    signIn,
    /** Adds a staff account with the role and opens a session; the e-mail address begins with the role. */
    async signInAs(role: StaffRole): Promise<string> {
      const email = `${role}@team.example`
      const fullName = `${ROLE_LABELS[role]} Person`
      await insertStaffAccount(db, { email, password: PASSWORD, fullName, role, now: clock() })
      return signIn({ email })
    },
    /** The id of the account, by default of the operator. An address of two accounts means the one on the team. */
    async findAccountId(email = OPERATOR.email): Promise<string> {
      return (await getAccount(email, 'admin')).id
    },
    /** Changes all accounts of the e-mail address. */
    async setAccount(email: string, change: Partial<UserRow>): Promise<void> {
      await db.updateTable('users').set(change).where('email', '=', email).execute()
    },
    /** Lets the account sign in with the password `server.password`. */
    async givePassword(email: string): Promise<void> {
      const password_hash = await hashOnce(PASSWORD)
      await db.updateTable('users').set({ password_hash }).where('email', '=', email).execute()
    },
  }
}
