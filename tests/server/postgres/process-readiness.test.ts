import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readJson } from '#tests/server/api-call.ts'
import { startApi } from '#tests/server/server-process.ts'
import { startPostgres } from '#tests/support/server/postgres-cluster.ts'
import { openTestDatabase } from '#tests/support/server/test-database.ts'

const PROCESS_MS = 60_000 // a test starts PostgreSQL and Node, and compiles TypeScript

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // The cast is safe: the server listens on a port, not on a pipe.
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

function start(databaseUrl: string, port = 0) {
  const folder = mkdtempSync(join(tmpdir(), 'readiness-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const started = startApi({
    PORT: String(port),
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    APP_SECRET: 'a secret that only tests know, 1234',
    ADMIN_PASSWORD: 'a long operator password',
  })
  onTestFinished(async () => {
    await (await started).stop('SIGKILL')
  })
  return started
}

async function ask(url: string, path: string) {
  const answer = await fetch(`${url}/api/${path}`)
  const retryAfter = answer.headers.get('Retry-After')
  return { status: answer.status, retryAfter, json: readJson(await answer.text()) }
}

describe('a server process on PostgreSQL', { timeout: PROCESS_MS }, () => {
  test('that is starting reports that it is alive, but not ready until it has opened its data', async () => {
    const database = await openTestDatabase()
    onTestFinished(() => database.close())
    const url = `http://127.0.0.1:${await findFreePort()}`
    const early = (path: string) => ask(url, path).catch(() => null)
    // Locks the accounts, so that the start blocks when it reads the operator's account. A transaction with an explicit
    // isolation level does not take the lock of writers, on which the start would block too early.
    const holding = database.db.transaction().setIsolationLevel('read committed')
    const starting = await holding.execute(async (trx) => {
      await sql`lock table users in access exclusive mode`.execute(trx)
      const started = start(database.place, Number(new URL(url).port))
      await expect.poll(() => early('readyz')).not.toBeNull()
      expect(await early('readyz')).toMatchObject({
        status: 503,
        retryAfter: '1',
        json: { code: 'starting' },
      })
      expect(await early('healthz')).toMatchObject({ status: 200 })
      return { started }
    })
    await starting.started
    expect(await ask(url, 'readyz')).toMatchObject({ status: 200, json: { status: 'ready' } })
  })

  test('whose database stopped reports that it is alive but not ready, and answers calls with 503', async () => {
    const cluster = await startPostgres()
    const { url } = await start(await cluster.createDatabase('lost'))
    expect(await ask(url, 'readyz')).toMatchObject({ status: 200, json: { status: 'ready' } })
    await cluster.close()
    expect(await ask(url, 'readyz')).toMatchObject({
      status: 503,
      retryAfter: '1',
      json: { success: false, code: 'no-database' },
    })
    expect(await ask(url, 'healthz')).toMatchObject({ status: 200, json: { status: 'ok' } })
    const signIn = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      body: '{"email":"asha@example.in","password":"a password of hers"}',
    })
    expect(signIn.status).toBe(503)
  })
})
