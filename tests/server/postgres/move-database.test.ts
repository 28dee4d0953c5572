import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkAuditChain } from '#server/audit/audit-check-service.ts'
import { readSettings } from '#server/config/server-settings.ts'
import { openDataFolder } from '#server/database/connection/open-database.ts'
import { findRollupGaps } from '#server/database/rollup-check.ts'
import { startServer } from '#server/start-server.ts'
import { readJson } from '#tests/server/api-call.ts'
import { manage } from '#tests/server/server-process.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts'
import { TEST_PAN_KEY } from '#tests/support/server/test-pans.ts'

const PROCESS_MS = 60_000 // starts Node and compiles TypeScript several times
const PASSWORD = 'a long operator password'
const APP_SECRET = 'a secret that only tests know, 1234'

let folder: string
let target: TestDatabase

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'move-'))
  target = await openTestDatabase()
})
afterEach(async () => {
  await target.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a server, reads its lists, changes the status of a listing and stops it. Signs in if the token is null. */
async function ask(env: Record<string, string>, token: string | null) {
  const own = {
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATA_DIR: folder,
    APP_SECRET,
    PAN_KEY: TEST_PAN_KEY,
  }
  const settings = readSettings({ ...own, ADMIN_PASSWORD: PASSWORD, ...env })
  const server = await startServer(settings, null)
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`http://127.0.0.1:${server.port}/api${path}`, {
      ...init,
      headers: { 'Content-Type': 'application/json', ...init.headers },
    })
    return readJson(await response.text())
  }
  const body = JSON.stringify({ email: 'operator@marketplace.example', password: PASSWORD })
  const held = token ?? String((await call('/auth/login', { method: 'POST', body }))['token'])
  const headers = { Authorization: `Bearer ${held}` }
  const read = (path: string) => call(path, { headers })
  const { data: listings } = await read('/admin/properties')
  const users = await read('/admin/users')
  const loans = await read('/admin/loan')
  const [row] = listings as unknown as { _id: string }[] // safe cast: the contract has these fields
  await call(`/admin/properties/${row?._id}/status`, {
    method: 'PATCH',
    headers,
    body: JSON.stringify({ status: token === null ? 'rejected' : 'approved' }),
  })
  const history = await read(`/admin/properties/${row?._id}/history`)
  await server.close()
  return { token: held, listings, users, loans, history }
}

test('a database that is moved to PostgreSQL keeps its lists, sessions and audit log, and new entries continue the audit log', {
  timeout: PROCESS_MS,
}, async () => {
  const before = await ask({ SEED: 'demo' }, null)
  const places = { DATA_DIR: folder, DATABASE_URL: target.place, APP_SECRET }
  expect(await manage(['move', '--dry-run'], places)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/would be copied into .+\.\n$/),
  })
  expect(await target.db.selectFrom('users').select('id').execute()).toEqual([])
  const moved = await manage(['move', '--yes'], places)
  expect(moved).toMatchObject({ code: 0 })
  expect(moved.stdout).toMatch(/listings +143\n/)
  expect(moved.stdout).toMatch(/audit_log +9\n/) // seven entries of the demo data, the sign-in and the decision
  expect(moved.stdout).not.toContain('cluster')
  // The move updates the statistics on table sizes. Without them, PostgreSQL's planner would scan whole tables.
  const known = sql<{
    rows: number
  }>`select reltuples as rows from pg_class where relname = 'listings'`
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
  const { close } = await openDataFolder(folder)
  await close()
  await target.db.insertInto('ended_epochs').values({ epoch: 'x', last_value: 1 }).execute()
  const before = await target.db.selectFrom('revisions').selectAll().execute()
  const { code, stderr } = await manage(['move', '--yes'], {
    DATA_DIR: folder,
    DATABASE_URL: target.place,
    APP_SECRET,
  })
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'The database to fill is not empty; nothing was changed.\n',
  })
  const now = await target.db.selectFrom('revisions').selectAll().execute()
  expect(now.map(({ epoch, value }) => [epoch, value])).toEqual(
    before.map(({ epoch, value }) => [epoch, value]),
  )
})
