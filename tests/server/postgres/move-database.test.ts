import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startServer } from '#server/main/start-server.ts'
import { checkAuditChain } from '#server/platform/audit/audit-check-service.ts'
import { readSettings } from '#server/platform/config/server-settings.ts'
import { openDataFolder } from '#server/platform/database/connection/open-database.ts'
import { findRollupGaps } from '#server/platform/database/rollup-check.ts'
import { type CallOptions, call } from '#tests/server/api-call.ts'
import { manage } from '#tests/server/server-process.ts'
import { databaseForEachTest } from '#tests/support/server/server-for-test.ts'
import { TEST_PAN_KEY } from '#tests/support/server/test-pans.ts'
import { folderForEachTest } from '#tests/support/temporary-folder.ts'

const PROCESS_MS = 60_000 // starts Node and compiles TypeScript several times
const PASSWORD = 'a long operator password'
const APP_SECRET = 'a secret that only tests know, 1234'

const folder = folderForEachTest()
const target = databaseForEachTest()
const places = () => ({ DATA_DIR: folder.path, DATABASE_URL: target.place, APP_SECRET })

/** Starts a server, reads its lists, changes the status of a listing and stops it. Signs in if the token is null. */
async function ask(env: Record<string, string>, held: string | null) {
  const own = { PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: folder.path, APP_SECRET }
  const keys = { PAN_KEY: TEST_PAN_KEY, ADMIN_PASSWORD: PASSWORD }
  const server = await startServer(readSettings({ ...own, ...keys, ...env }), null)
  const url = `http://127.0.0.1:${server.port}/api`
  const app = { request: (path: string, init: RequestInit) => fetch(`${url}${path}`, init) }
  const send = async (method: string, path: string, options: CallOptions) =>
    (await call({ app }, method, path, options)).json
  const body = { email: 'operator@marketplace.example', password: PASSWORD }
  const token = held ?? String((await send('POST', '/auth/login', { body }))['token'])
  const { data: listings } = await send('GET', '/admin/properties', { token })
  const users = await send('GET', '/admin/users', { token })
  const loans = await send('GET', '/admin/loan', { token })
  const path = `/admin/properties/${String(listings?.['0']?.['_id'])}`
  const status = held === null ? 'rejected' : 'approved'
  await send('PATCH', `${path}/status`, { token, body: { status } })
  const history = await send('GET', `${path}/history`, { token })
  await server.close()
  return { token, listings, users, loans, history }
}

test('a database that is moved to PostgreSQL keeps its lists, sessions and audit log, and new entries continue the audit log', {
  timeout: PROCESS_MS,
}, async () => {
  const before = await ask({ SEED: 'demo' }, null)
  expect(await manage(['move', '--dry-run'], places())).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/would be copied into .+\.\n$/),
  })
  expect(await target.db.selectFrom('users').select('id').execute()).toEqual([])
  const moved = await manage(['move', '--yes'], places())
  expect(moved).toMatchObject({ code: 0 })
  expect(moved.stdout).toMatch(/listings +143\n/)
  expect(moved.stdout).toMatch(/audit_log +9\n/) // seven entries of the demo data, the sign-in and the decision
  expect(moved.stdout).not.toContain('cluster')
  // The move updates the statistics on table sizes. Without them, PostgreSQL's planner would scan whole tables.
  const known = sql`select reltuples as rows from pg_class where relname = 'listings'`
  expect((await known.execute(target.db)).rows).toMatchObject([{ rows: 143 }])

  const after = await ask({ DATABASE_URL: target.place }, before.token)
  expect(after.users).toEqual(before.users)
  expect(after.loans).toEqual(before.loans)
  expect(after.listings).toHaveLength(143)
  expect(await findRollupGaps(target.db)).toEqual([])
  const entries = after.history['data'] as unknown as { action: string }[] // safe cast: the contract has these fields
  expect(entries.map(({ action }) => action)).toEqual(['Approved', 'Rejected', 'Posted'])
  expect(await checkAuditChain(target.db)).toMatchObject({ kind: 'whole', rows: 10 })
})

test('a move into a database with data is refused and changes nothing', {
  timeout: PROCESS_MS,
}, async () => {
  await (await openDataFolder(folder.path)).close()
  await target.db.insertInto('ended_epochs').values({ epoch: 'x', last_value: 1 }).execute()
  const revisions = target.db.selectFrom('revisions').select(['epoch', 'value'])
  const before = await revisions.execute()
  expect(await manage(['move', '--yes'], places())).toMatchObject({
    code: 1,
    stderr: 'The database to fill is not empty; nothing was changed.\n',
  })
  expect(await revisions.execute()).toEqual(before)
})
