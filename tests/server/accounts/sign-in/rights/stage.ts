import { findOrMakeBusiness } from '#server/accounts/registration/business-account-service.ts'
import { insertStaffAccount } from '#server/accounts/team/staff-service.ts'
import { makeRecordId } from '#server/platform/database/record-id.ts'
import type { StaffRole } from '#src/domain/team/permission.ts'
import { call } from '#tests/server/api-call.ts'
import { makeListing, makeLoan, makeMarket, makeUser } from '#tests/server/market-data.ts'
import type { TestServer, TestServerOptions } from '#tests/support/server/server-fixture.ts'
import { startServerBeside, startServerForTest } from '#tests/support/server/server-for-test.ts'
import { isOnPostgres } from '#tests/support/server/test-database.ts'

// Two apps on one database. The calls of the tests are held by one of them, while the other prepares and revokes.

export interface Stage {
  /** Answers the held calls. On PostgreSQL, it has connections of its own, like another process. */
  held: TestServer
  beside: TestServer
  /** Advances the clocks of both. */
  pass(ms: number): void
}

/** The person, or the site with its API key, whose rights end during a call. */
export interface CallerOfCase {
  token: string
  /** The id of the account; of the key for a site. */
  id: string
  email: string
}

export type CallerKind = 'owner' | 'seller' | 'site'

export async function startStage(options: TestServerOptions): Promise<Stage> {
  const beside = await startServerForTest({
    seed: makeSmallMarket(),
    ...options,
    beforeWrite: async () => {},
    plugins: [],
  })
  const held = await startHeld(beside, options)
  return {
    held,
    beside,
    pass(ms) {
      for (const { clock } of new Set([held, beside])) clock.advance(ms)
    },
  }
}

function startHeld(beside: TestServer, options: TestServerOptions): Promise<TestServer> {
  const { filesDir } = beside
  if (isOnPostgres()) return startServerBeside(beside, { ...options, filesDir })
  const database = { db: beside.db, place: beside.place, close: async () => {} }
  return startServerForTest({ ...options, database, filesDir, seed: 'none' })
}

function makeSmallMarket() {
  const users = [makeUser()]
  return makeMarket({ users, listings: [makeListing(11), makeListing(12)], loans: [makeLoan(21)] })
}

/** Makes an account of its own for each case, so that no case depends on another. */
export async function addCaller(server: TestServer, kind: CallerKind): Promise<CallerOfCase> {
  if (kind === 'site') return addSite(server)
  const id = kind === 'owner' ? await addStaff(server, 'owner') : await addSeller(server)
  const { email } = await server.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await server.givePassword(email)
  return { id, email, token: await server.signIn({ email }) }
}

async function addStaff({ db, clock }: TestServer, role: StaffRole): Promise<string> {
  const id = makeRecordId(clock.now())
  const person = {
    id,
    email: `${id}@team.example`,
    fullName: `Kavya Nair ${id}`,
    role,
    passwordHash: '',
  }
  await insertStaffAccount(db, { ...person, now: clock.now() })
  return id
}

async function addSeller({ db, clock }: TestServer): Promise<string> {
  const email = `${makeRecordId(clock.now())}@example.in`
  const business = { email, fullName: 'Meera Iyer', phoneNumber: '+91 98765 43210' }
  return (await findOrMakeBusiness(db, business, clock.now())).id
}

async function addSite(server: TestServer): Promise<CallerOfCase> {
  const email = `${makeRecordId(server.clock.now())}@example.in`
  const business = { email, fullName: 'Sharma Estates', phoneNumber: '+91 98765 43210' }
  const body = { name: 'Site', business, expiresInDays: 90 }
  const token = await server.signIn()
  const { json } = await call(server, 'POST', '/api/admin/api-keys', { token, body })
  return { token: String(json['data']?.['key']), id: String(json['data']?.['_id']), email }
}
