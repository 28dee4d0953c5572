import { expect, test } from 'vitest'
import { makeImportKind } from '#server/listings/import/import-run-service.ts'
import { addPasskey } from '#tests/server/accounts/passkeys/passkey-calls.ts'
import { makeAuthenticator } from '#tests/server/accounts/passkeys/software-authenticator.ts'
import { findChallenge } from '#tests/server/accounts/second-factor/enrolled-account.ts'
import { call } from '#tests/server/api-call.ts'
import { makeFileCalls } from '#tests/server/listings/import/file-import-calls.ts'
import { makeCells } from '#tests/server/listings/import/sheet-files.ts'
import { idOf, makeListing, makeMarket, makeUser } from '#tests/server/market-data.ts'
import { runJobs } from '#tests/support/server/job-run.ts'
import { serverForEachTest, startServerForTest } from '#tests/support/server/server-for-test.ts'
import { addCaller, startStage } from './stage.ts'

const HOUR_MS = 3_600_000
const KEY = 'key-of-a-change-0001'
const CONTACTS = /asha\.rao@example\.in|98765 43210/

const server = serverForEachTest({
  seed: makeMarket({ users: [makeUser()], listings: [makeListing(11)] }),
})

function decide(token: string, headers: Record<string, string> = {}, status = 'approved') {
  const path = `/api/admin/properties/${idOf(11)}/status`
  return call(server, 'PATCH', path, { token, body: { status }, headers })
}

function suspend(token: string, id: string, isSuspended = true) {
  const body = { isSuspended }
  return call(server, 'PATCH', `/api/admin/staff/${id}/suspension`, { token, body })
}

test('nobody acts after the audit entry that suspends or demotes them, however the calls of two processes race', async () => {
  const { held, beside } = await startStage({})
  for (let round = 0; round < 15; round += 1) {
    const [one, two] = [await addCaller(beside, 'owner'), await addCaller(beside, 'owner')]
    const invitation = { email: `guest-${round}@example.in`, role: 'owner' }
    const answers = await Promise.all([
      call(held, 'PATCH', `/api/admin/staff/${two.id}/role`, {
        token: one.token,
        body: { role: 'viewer' },
      }),
      call(beside, 'PATCH', `/api/admin/staff/${one.id}/suspension`, {
        token: two.token,
        body: { isSuspended: true },
      }),
      call(held, 'POST', '/api/admin/staff/invitations', { token: two.token, body: invitation }),
    ])
    for (const { status } of answers) expect([200, 401, 403]).toContain(status)
    expect(answers.slice(0, 2).map(({ status }) => status)).not.toEqual([200, 200])
  }
  const audit = await beside.listAudit()
  const ends = audit.filter(({ action }) => action === 'suspend' || action === 'role')
  expect(ends).toHaveLength(15)
  for (const end of ends)
    expect(audit.filter(({ id, actor_id }) => id > end.id && actor_id === end.entity_id)).toEqual(
      [],
    )
})

test('a stored answer is not given to a session that has ended, nor with contacts to an idle one', async () => {
  const [token, ended] = [await server.signIn(), await server.signIn()]
  const headers = { 'Idempotency-Key': KEY }
  expect((await decide(token, headers)).text).toMatch(CONTACTS)
  await call(server, 'POST', '/api/auth/logout', { token: ended })
  expect(await decide(ended, headers)).toMatchObject({ status: 401 })
  await server.settle()
  server.clock.advance(12 * HOUR_MS)
  const idle = await decide(token, headers)
  expect(idle).toMatchObject({ status: 200, json: { success: true } })
  expect(idle.headers.get('Idempotency-Replayed')).toBe('true')
  expect(idle.text).not.toMatch(CONTACTS)
})

test('an idle session reads no contacts in the answer to a decision or to a conflict, now or repeated', async () => {
  const token = await server.signIn()
  server.clock.advance(12 * HOUR_MS)
  const conflict = { 'If-Match': '"99"', 'Idempotency-Key': KEY }
  const answers = [
    await decide(token),
    await decide(token, { 'If-Match': '"99"' }, 'rejected'),
    await decide(token, conflict, 'rejected'),
    await decide(token, conflict, 'rejected'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 412, 412, 403])
  for (const { text } of answers) expect(text).not.toMatch(CONTACTS)
})

test('an idle session of staff gets nothing from any route that reads', async () => {
  const token = await server.signIn()
  server.clock.advance(12 * HOUR_MS)
  const reads = server.app.routes.filter(
    ({ method, path }) =>
      method === 'GET' && /^\/api\/(admin|account|auth|events)\//.test(path) && path !== '/api/*',
  )
  const paths = [...new Set(reads.map(({ path }) => path.replace(':id', idOf(11))))]
  expect(paths.length).toBeGreaterThan(30)
  for (const path of paths)
    expect(await call(server, 'GET', path, { token })).toMatchObject({
      status: 403,
      json: { code: 'reauthenticate' },
    })
})

test('the challenge of a person who is suspended meanwhile sets up no authenticator app', async () => {
  const { db } = server
  await server.signInAs('loans')
  await db
    .insertInto('factor_rules')
    .values({ role: 'loans', is_required: 1 })
    .onConflict((conflict) => conflict.column('role').doUpdateSet({ is_required: 1 }))
    .execute()
  const person = { email: 'loans@team.example', password: server.password }
  const challenge = await findChallenge(server, person)
  await suspend(await server.signIn(), await server.findAccountId(person.email))
  const path = '/api/auth/second-factor/enrolment'
  expect(await call(server, 'POST', path, { body: { challenge } })).toMatchObject({
    status: 403,
    json: { code: 'suspended' },
  })
  expect(await db.selectFrom('totp_secrets').selectAll().execute()).toEqual([])
})

test.each([
  ['suspended', { isSuspended: true }, 'suspension'],
  ['given another role', { role: 'viewer' }, 'role'],
] as const)(
  'a running import imports no more rows after its starter is %s',
  async (_, body, change) => {
    const { held, beside } = await startStage({ seed: 'none', beforeWrite: async () => {} })
    const { id, token } = await addCaller(beside, 'owner')
    const files = makeFileCalls(held, token)
    const rows = Array.from({ length: 120 }, (_, index) => makeCells(`ref-${index}`))
    const file = await files.send(rows)
    // The import runs as in a process that is killed after its first chunk, and then in another.
    let chunks = 0
    expect((await files.start(file)).status).toBe(200)
    const deps = { db: beside.db, write: beside.write, clock: beside.clock.now }
    const kind = makeImportKind({
      ...deps,
      onRows: () => {
        chunks += 1
      },
    })
    await runJobs(beside, kind, () => chunks >= 2)
    const owner = await beside.signIn()
    await call(beside, 'PATCH', `/api/admin/staff/${id}/${change}`, { token: owner, body })
    await runJobs(beside, kind)
    const [done] = await beside.db.selectFrom('imports').selectAll().execute()
    expect(done).toMatchObject({ state: 'done', row_count: 120 })
    // Of the hundred rows in two chunks, the first has the names.
    expect(done).toMatchObject({ created: 99, refused: 21 })
    expect(await makeFileCalls(beside, owner).refused(file)).toContain(
      'The person who started this may not do it any more.',
    )
  },
)

test("an owner cannot remove their own last required factor by the call for a colleague's", async () => {
  const strict = await startServerForTest({ seed: makeMarket(), requiresFactors: true })
  const token = await strict.signIn()
  await addPasskey(strict, token, makeAuthenticator())
  const own = `/api/admin/staff/${await strict.findAccountId()}/second-factor`
  expect(await call(strict, 'DELETE', own, { token })).toMatchObject({
    status: 409,
    json: { code: 'factor-required' },
  })
  expect(await strict.db.selectFrom('passkeys').selectAll().execute()).toHaveLength(1)
  expect((await call(strict, 'GET', '/api/admin/me', { token })).status).toBe(200)
})
