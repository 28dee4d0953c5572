// @module-tag long
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts'
import { endUnderLoad, readHeaders, signIn } from '#tools/topology/check-topology.ts'
import { startTopology, type Topology } from '#tools/topology/two-behind-tls.ts'

const PROCESS_MS = 60_000 // a test starts Node and compiles TypeScript several times
const WRITES = 16 // about four for each of the four writers; the first of them registers the writer's account

let dataDir: string
let database: TestDatabase
let topology: Topology
let token: string

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'topology-'))
  database = await openTestDatabase()
  topology = await startTopology({ databaseUrl: database.place, dataDir })
  token = await signIn(topology)
  return async () => {
    await topology.close()
    await database.close()
    rmSync(dataDir, { recursive: true })
  }
}, PROCESS_MS)

const end = (which: 0 | 1, signal: 'SIGTERM' | 'SIGKILL') =>
  endUnderLoad(topology, token, {
    which,
    signal,
    writes: WRITES,
    databaseUrl: database.place,
    dataDir,
    seed: which + 1,
  })

describe('two processes on one PostgreSQL behind a proxy with TLS', { timeout: PROCESS_MS }, () => {
  test('send HSTS to clients that connect over HTTPS, and to no others', async () => {
    const { overTls, past } = await readHeaders(topology, '/api/docs')
    expect(overTls).toEqual({
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'content-security-policy': expect.stringContaining("default-src 'none'; script-src 'self'"),
      'x-content-type-options': 'nosniff',
      'set-cookie': null,
    })
    expect(past['strict-transport-security']).toBeNull()
  })

  test('lose no request when one of them is stopped under load', async () => {
    // The operating system may accept a connection just before the process ends. The proxy then sends the request
    // again, which is safe because no process has read it.
    expect(await end(0, 'SIGTERM')).toMatchObject({ exitCode: 0, unanswered: 0, findings: [] })
  })

  test('lose no acknowledged change when one of them is killed under load', async () => {
    await topology.start(0)
    const report = await end(1, 'SIGKILL')
    expect(report.findings).toEqual([])
    expect(report.writes).toBeGreaterThanOrEqual(2 * WRITES)
  })
})
