import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { startApi } from '#tests/server/server-process.ts'
import { startPostgres } from '#tests/support/server/postgres-cluster.ts'
import { openDatabaseForTest } from '#tests/support/server/server-for-test.ts'
import { makeFolderForTest } from '#tests/support/temporary-folder.ts'

const PROCESS_MS = 60_000 // a test starts PostgreSQL and Node, and compiles TypeScript
const READY = { status: 200, json: { status: 'ready' } }

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // The cast is safe: the server listens on a port, not on a pipe.
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

function start(databaseUrl: string, port = 0) {
  const started = startApi({
    PORT: String(port),
    DATA_DIR: makeFolderForTest(),
    DATABASE_URL: databaseUrl,
    APP_SECRET: 'a secret that only tests know, 1234',
    ADMIN_PASSWORD: 'a long operator password',
  })
  onTestFinished(async () => void (await (await started).stop('SIGKILL')))
  return started
}

type App = Parameters<typeof call>[0]['app']

async function ask(app: App, path: string) {
  const answer = await call({ app }, 'GET', `/api/${path}`)
  return { ...answer, retryAfter: answer.headers.get('Retry-After') }
}

describe('a server process on PostgreSQL', { timeout: PROCESS_MS }, () => {
  test('that is starting reports that it is alive, but not ready until it has opened its data', async () => {
    const database = await openDatabaseForTest()
    const port = await findFreePort()
    const app: App = { request: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init) }
    const early = (path: string) => ask(app, path).catch(() => null)
    // Locks the accounts, so that the start blocks when it reads the operator's account. A transaction with an explicit
    // isolation level does not take the lock of writers, on which the start would block too early.
    const holding = database.db.transaction().setIsolationLevel('read committed')
    const starting = await holding.execute(async (trx) => {
      await sql`lock table users in access exclusive mode`.execute(trx)
      const started = start(database.place, port)
      await expect.poll(() => early('readyz')).not.toBeNull()
      const notReady = { status: 503, retryAfter: '1', json: { code: 'starting' } }
      expect(await early('readyz')).toMatchObject(notReady)
      expect(await early('healthz')).toMatchObject({ status: 200 })
      return { started }
    })
    await starting.started
    expect(await ask(app, 'readyz')).toMatchObject(READY)
  })

  test('whose database stopped reports that it is alive but not ready, and answers calls with 503', async () => {
    const cluster = await startPostgres()
    const { app } = await start(await cluster.createDatabase('lost'))
    expect(await ask(app, 'readyz')).toMatchObject(READY)
    await cluster.close()
    const notReady = { status: 503, retryAfter: '1', json: { success: false, code: 'no-database' } }
    expect(await ask(app, 'readyz')).toMatchObject(notReady)
    expect(await ask(app, 'healthz')).toMatchObject({ status: 200, json: { status: 'ok' } })
    const body = { email: 'asha@example.in', password: 'a password of hers' }
    expect((await call({ app }, 'POST', '/api/auth/login', { body })).status).toBe(503)
  })
})
