import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { eraseDueAccounts } from '#server/accounts/erasure/erasure-service.ts'
import {
  erasureListIn,
  readErasureList,
  writeErasureList,
} from '#server/operations/erasure-list.ts'
import { PERSONAL_PARTS } from '#server/operations/personal-parts.ts'
import { restoreBackup } from '#server/operations/restore-service.ts'
import { checkAuditChain } from '#server/platform/audit/audit-check-service.ts'
import { backUp } from '#server/platform/database/backup/backup.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { POLICY_DATE } from '#src/domain/policy.ts'
import { DELETION_DAYS } from '#src/domain/retention.ts'
import { call } from '#tests/server/api-call.ts'
import { makeMarket, makeUser } from '#tests/server/market-data.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { openDatabaseForTest, startServerForTest } from '#tests/support/server/server-for-test.ts'
import { TEST_PAN_KEY } from '#tests/support/server/test-pans.ts'
import { makeFolderForTest } from '#tests/support/temporary-folder.ts'
import { ASHA, BINA, idOf, type Person, startWithTwoPeople } from './two-people.ts'

const WEEK_MS = DELETION_DAYS * 86_400_000

let server: TestServer

/** Signs the person in. For some minutes, a sign-in also counts as a confirmation of identity. */
const enter = (email: string) => server.signIn({ email })
const inAWeek = () => new Date(server.clock.now().getTime() + WEEK_MS)

function request(token: string, withdrawsConsent = false) {
  return call(server, 'POST', '/api/auth/deletion', { token, body: { withdrawsConsent } })
}

/** Runs the hourly job that deletes accounts, as at the time `now`. Returns the number of deleted accounts. */
async function eraseAt(now: Date, adminEmail: string | null = null): Promise<number> {
  const settings = { adminEmail, mediaDir: tmpdir() }
  const erased = await eraseDueAccounts({ ...server, settings, parts: PERSONAL_PARTS }, now)
  await server.settle()
  return erased
}

/** The names of the tables that contain the person's e-mail address, name, PAN, phone number or id. */
async function listTraces(person: Person, db = server.db): Promise<string[]> {
  const marks = [person.email, person.fullName, person.pan, `+91 ${person.mark}"`, idOf(person)]
  const tables: string[] = []
  for (const table of Object.keys(PERSONAL_PARTS.tables) as (keyof Tables)[]) {
    const text = JSON.stringify(await db.selectFrom(table).selectAll().execute())
    if (marks.some((mark) => text.includes(mark))) tables.push(table)
  }
  return tables.sort()
}

describe('seven days after a deletion request', () => {
  beforeEach(async () => {
    server = await startWithTwoPeople()
    // Somebody registered Asha's e-mail address again, and never verified it.
    await server.db
      .updateTable('registrations')
      .set({ email: ASHA.email })
      .where('id', '=', idOf(ASHA, 9))
      .execute()
  })

  test('only ids of the person are left, in the log and in an empty account', async () => {
    const before = await listTraces(BINA)
    expect(await listTraces(ASHA)).toEqual(before)
    const token = await enter(ASHA.email)
    const { status, json } = await request(token)
    const dueAt = inAWeek().toISOString()
    expect([status, json['data']]).toMatchObject([200, { dueAt, isConsentWithdrawn: false }])
    await server.settle()
    expect(server.getInbox().mails.at(-1)?.text).toContain('choose "Keep my account"')

    expect(await eraseAt(new Date(inAWeek().getTime() - 1))).toBe(0)
    expect(await eraseAt(inAWeek())).toBe(1)
    expect(await eraseAt(inAWeek())).toBe(0)
    expect(await listTraces(ASHA)).toEqual(['audit_log', 'users'])
    expect(await listTraces(BINA)).toEqual(before)
    expect(server.getInbox().mails.at(-1)).toMatchObject({
      to: [ASHA.email],
      headers: { subject: 'Your account was deleted' },
    })
    expect((await call(server, 'GET', '/api/events/user', { token })).status).toBe(401)
  })

  test("the recorded views of the person's listings are deleted, and those of other listings are kept", async () => {
    await request(await enter(ASHA.email))
    expect(await eraseAt(inAWeek())).toBe(1)
    for (const table of ['listing_viewers', 'listing_views'] as const) {
      const rows = await server.db.selectFrom(table).select('listing_id').execute()
      const ids = new Set(rows.map((row) => row.listing_id))
      expect([...new Set([...ids].map((id) => id[0]))], table).toEqual([BINA.mark])
    }
  })

  test("the bytes of the person's unfinished uploads are deleted, and those of others are kept", async () => {
    const uploads = await server.db.selectFrom('uploads').select(['id', 'owner_id']).execute()
    mkdirSync(server.uploadDir, { recursive: true })
    for (const { id } of uploads) writeFileSync(join(server.uploadDir, id), 'half of a photo')
    await request(await enter(ASHA.email))
    expect(await eraseAt(inAWeek())).toBe(1)
    const others = uploads.filter((upload) => upload.owner_id !== idOf(ASHA))
    expect(others.length).toBeLessThan(uploads.length)
    expect(readdirSync(server.uploadDir).sort()).toEqual(others.map(({ id }) => id).sort())
  })

  test('the payments and loans of the person are kept, under one random user id and without the PAN', async () => {
    await request(await enter(ASHA.email))
    await eraseAt(inAWeek())
    const loans = server.db.selectFrom('loans').selectAll().where('id', '=', idOf(ASHA, 2))
    const payments = server.db.selectFrom('transactions').selectAll()
    const loan = await loans.executeTakeFirstOrThrow()
    const payment = await payments.where('id', '=', idOf(ASHA, 3)).executeTakeFirstOrThrow()
    expect(loan).toMatchObject({ pan_number: null, pan_sealed: null, user_id: payment.user_id })
    expect(payment.user_id).not.toBe(idOf(ASHA))
    const token = await server.signInAs('support')
    const { json } = await call(server, 'GET', '/api/admin/users', { token })
    expect(JSON.stringify(json)).not.toMatch(/Asha|erased/)
    expect(JSON.stringify(json)).toContain('Bina Sen')
  })

  test('a staff account with the same e-mail address is kept, with its invitation and password links', async () => {
    const staff = 'e'.repeat(24)
    const users = server.db.selectFrom('users').where('email', '=', ASHA.email)
    const asha = await users.selectAll().executeTakeFirstOrThrow()
    await server.db
      .insertInto('users')
      .values({ ...asha, id: staff, role: 'admin' })
      .execute()
    const links = server.db.selectFrom('links').selectAll()
    const ofAsha = links.where('account_id', '=', idOf(ASHA))
    const link = { token_hash: 'e'.repeat(64), account_id: staff }
    const reset = { ...(await ofAsha.executeTakeFirstOrThrow()), ...link }
    await server.db.insertInto('links').values(reset).execute()
    await request(await server.signIn({ email: ASHA.email, preferredRole: 'user' }))
    expect(await eraseAt(inAWeek())).toBe(1)
    expect(await links.where('email', '=', ASHA.email).execute()).toMatchObject([link])
    expect(await users.select('id').execute()).toEqual([{ id: staff }])
  })

  test('a restore of an earlier backup erases the person again', async () => {
    const folder = makeFolderForTest()
    const file = join(folder, 'old.backup')
    // Backs up another database, because a restore would refuse the audit log of this one: its hashes are made up.
    const users = [makeUser({ ...ASHA, id: idOf(ASHA), phoneNumber: '+91 a' })]
    await backUp((await startServerForTest({ seed: makeMarket({ users }) })).db, file)
    await request(await enter(ASHA.email))
    await eraseAt(inAWeek())
    await writeErasureList(server.db, folder)
    const erasedIds = readErasureList(erasureListIn(folder)) ?? []
    expect(erasedIds).toEqual([idOf(ASHA)])

    const { db } = await openDatabaseForTest()
    const panKey = Buffer.from(TEST_PAN_KEY, 'hex')
    const restored = await restoreBackup(file, { db, panKey, dataDir: folder, erasedIds })
    expect(restored.erased).toBe(1)
    expect(await listTraces(ASHA, db)).toEqual(['audit_log', 'users'])
  })
})

describe('within seven days after a deletion request', () => {
  beforeEach(async () => {
    server = await startServerForTest({ mail: 'inbox' })
  })

  const signIn = () =>
    call(server, 'POST', '/api/auth/login', { body: { ...server.demoUser, preferredRole: 'user' } })
  const keep = (token: string, body = {}) =>
    call(server, 'POST', '/api/auth/deletion/cancellation', { token, body })
  /** A request of staff about the deletion of the demo user. */
  const askOfUser = (method: string, token: string) =>
    call(server, method, `/api/admin/users/${server.demoUser.id}/deletion`, { token })
  const readUser = () =>
    server.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', server.demoUser.id)
      .executeTakeFirstOrThrow()

  test('the account still works, a sign-in returns the deletion date, and the person can cancel the deletion', async () => {
    await request(await enter(server.demoUser.email))
    const dueAt = inAWeek().toISOString()
    const { json } = await signIn()
    expect(json['user']).toMatchObject({ deletionDueAt: dueAt })
    const token = String(json['token'])
    expect((await call(server, 'GET', '/api/events/user', { token })).status).toBe(200)
    expect((await call(server, 'GET', '/api/auth/deletion', { token })).json['data']).toMatchObject(
      { dueAt },
    )
    expect((await keep(token)).status).toBe(200)
    expect((await signIn()).json['user']).not.toHaveProperty('deletionDueAt')
    expect(await eraseAt(inAWeek())).toBe(0)
    expect((await readUser()).email).toBe(server.demoUser.email)
    expect((await checkAuditChain(server.db)).kind).toBe('whole')
  })

  test('a second request keeps the first deletion date and sends no second mail', async () => {
    const token = await enter(server.demoUser.email)
    const first = await request(token)
    server.clock.advance(60_000)
    expect((await request(token)).json).toEqual(first.json)
    await server.settle()
    expect(server.getInbox().mails).toHaveLength(1)
  })

  test('a consent that is withdrawn with the request is deleted at once, and the deletion can be cancelled only with a new consent', async () => {
    const token = await enter(server.demoUser.email)
    expect((await request(token, true)).status).toBe(200)
    expect(await readUser()).toMatchObject({ adult_stated_at: null, consent_policy: null })
    const missing = { fields: { isAdult: expect.any(String) } }
    for (const incomplete of [{}, { isAdult: true }, { agreesTo: POLICY_DATE }])
      expect(await keep(token, incomplete)).toMatchObject({ status: 400, json: missing })
    const outdated = await keep(token, { isAdult: true, agreesTo: '01-01-2020' })
    expect(outdated).toMatchObject({
      status: 400,
      json: { fields: { agreesTo: expect.any(String) } },
    })
    expect(await readUser()).toMatchObject({ adult_stated_at: null, consent_policy: null })
    const support = await server.signInAs('support')
    const refused = { status: 409, json: { code: 'consent-withdrawn' } }
    expect(await askOfUser('DELETE', support)).toMatchObject(refused)
    expect((await keep(token, { isAdult: true, agreesTo: POLICY_DATE })).status).toBe(200)
    expect(await readUser()).toMatchObject({
      adult_stated_at: server.clock.now().toISOString(),
      consent_policy: POLICY_DATE,
    })
  })

  test('a cancellation needs a recent confirmation, is mailed, and records no consent that was not withdrawn', async () => {
    const token = await enter(server.demoUser.email)
    await request(token)
    const before = await readUser()
    server.clock.advance(10 * 60_000)
    const consent = { isAdult: true, agreesTo: POLICY_DATE }
    const refused = { status: 403, json: { code: 'confirm-identity' } }
    for (const body of [{}, consent]) expect(await keep(token, body)).toMatchObject(refused)
    expect((await call(server, 'GET', '/api/auth/deletion', { token })).json['data']).not.toBeNull()
    expect((await keep(await enter(server.demoUser.email), consent)).status).toBe(200)
    expect(await readUser()).toEqual(before)
    const mail = (await server.listMails()).at(-1)
    expect(mail).toMatchObject({
      to: [server.demoUser.email],
      headers: { subject: 'Your account will not be deleted' },
    })
    expect(mail?.text).not.toContain('consent')
    // There is nothing to cancel any more.
    await keep(await enter(server.demoUser.email))
    expect(await server.listMails()).toHaveLength(2)
  })

  test('support staff can start and cancel a deletion, and the audit log has both actions', async () => {
    const token = await server.signInAs('support')
    expect((await askOfUser('POST', token)).status).toBe(200)
    const dueAt = inAWeek().toISOString()
    expect((await askOfUser('GET', token)).json['data']).toMatchObject({ dueAt })
    await server.settle()
    expect(server.getInbox().mails.map(({ to }) => to)).toEqual([[server.demoUser.email]])
    expect((await askOfUser('DELETE', token)).status).toBe(200)
    expect((await askOfUser('GET', token)).json['data']).toBeNull()
    expect((await server.listMails()).at(-1)).toMatchObject({
      to: [server.demoUser.email],
      headers: { subject: 'Your account will not be deleted' },
    })
    const entries = await server.db
      .selectFrom('audit_log')
      .innerJoin('users', 'users.id', 'audit_log.actor_id')
      .select(['action', 'users.email', 'entity_id as id'])
      .where('action', 'in', ['deletion-request', 'deletion-cancel'])
      .orderBy('audit_log.id')
      .execute()
    const by = { email: 'support@team.example', id: server.demoUser.id }
    expect(entries).toEqual([
      { action: 'deletion-request', ...by },
      { action: 'deletion-cancel', ...by },
    ])
  })

  test('a request needs a recent confirmation, and staff have no consent to withdraw', async () => {
    const token = await enter(server.demoUser.email)
    server.clock.advance(11 * 60_000)
    expect(await request(token)).toMatchObject({ status: 403, json: { code: 'confirm-identity' } })
    const staff = await server.signInAs('viewer')
    expect(await request(staff, true)).toMatchObject({ status: 403, json: { code: 'not-allowed' } })
    expect(await server.db.selectFrom('account_deletions').selectAll().execute()).toEqual([])
  })

  test('the last active owner is not deleted, even if another owner is suspended after the request', async () => {
    const first = await enter(server.operator.email)
    expect(await request(first)).toMatchObject({ status: 409, json: { code: 'last-owner' } })
    const second = await server.signInAs('owner')
    const [one, other] = await Promise.all([request(first), request(second)])
    expect([one.status, other.status].sort()).toEqual([200, 409])
    // The owner whose deletion request was refused is suspended during the seven days.
    await server.db
      .updateTable('staff')
      .set({ suspended_at: server.clock.now().toISOString() })
      .where('user_id', 'not in', server.db.selectFrom('account_deletions').select('user_id'))
      .execute()
    expect(await eraseAt(inAWeek())).toBe(0)
    expect(server.logged.join()).toContain('"reason":"last-owner"')
  })

  test('the account of ADMIN_EMAIL is not deleted', async () => {
    const adminEmail = server.operator.email
    await server.signInAs('owner')
    await request(await enter(adminEmail))
    expect(await eraseAt(inAWeek(), adminEmail)).toBe(0)
    expect(await eraseAt(inAWeek())).toBe(1)
  })

  test('a deleted team member is no longer listed, and a sign-in is refused as for an unknown e-mail address', async () => {
    const token = await server.signInAs('reviewer')
    await request(token)
    expect(await eraseAt(inAWeek())).toBe(1)
    const owner = await enter(server.operator.email)
    const team = await call(server, 'GET', '/api/admin/team', { token: owner })
    expect(team.text).not.toContain('reviewer')
    const signInAs = (email: string) =>
      call(server, 'POST', '/api/auth/login', { body: { email, password: server.password } })
    const refused = await signInAs('reviewer@team.example')
    expect(refused.status).toBe(401)
    expect(refused.json).toEqual((await signInAs('nobody@team.example')).json)
    expect((await call(server, 'GET', '/api/admin/audit', { token: owner })).status).toBe(200)
  })
})
