import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findAuditHead } from '#server/audit/audit-check-service.ts'
import { openDatabase } from '#server/database/connection/open-database.ts'
import { manage, startApi } from './server-process.ts'

const PROCESS_MS = 60_000 // starting Node with a compiler beside other tests
const IN_FLIGHT = 50
const PASSWORD = 'a long operator password'

let folder: string
let server: Awaited<ReturnType<typeof startApi>>

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'server-stop-'))
})
afterEach(async () => {
  await server.stop('SIGKILL')
  rmSync(folder, { recursive: true })
})

async function start(env: Record<string, string> = {}): Promise<void> {
  server = await startApi({ DATA_DIR: folder, ADMIN_PASSWORD: PASSWORD, ...env })
}

async function signIn(): Promise<{ headers: { Authorization: string }; ids: string[] }> {
  const body = JSON.stringify({ email: 'operator@marketplace.example', password: PASSWORD })
  const signedIn = await fetch(`${server.url}/api/auth/login`, { method: 'POST', body })
  const { token } = (await signedIn.json()) as { token: string }
  const headers = { Authorization: `Bearer ${token}` }
  const list = await fetch(`${server.url}/api/admin/properties?limit=${IN_FLIGHT}`, { headers })
  const { data } = (await list.json()) as { data: { _id: string }[] }
  return { headers, ids: data.map(({ _id }) => _id) }
}

/** Sends the head of a change; the server then waits for its body. */
async function beginChange(id: string, headers: object): Promise<ClientRequest> {
  const change = request(`${server.url}/api/admin/properties/${id}/status`, {
    method: 'PATCH',
    headers: { ...headers, Expect: '100-continue' },
  })
  change.flushHeaders()
  await once(change, 'continue')
  change.write('{"status":')
  return change
}

async function endChange(change: ClientRequest): Promise<{ status: number; body: unknown }> {
  const answered = once(change, 'response')
  change.end('"rejected"}')
  const [answer] = (await answered) as [IncomingMessage]
  return { status: answer.statusCode ?? 0, body: await json(answer) }
}

/** Whether the server accepts a connection. */
function isTaking(): Promise<boolean> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

describe('a server process that is told to end', { timeout: PROCESS_MS }, () => {
  test('answers fifty pending requests, takes no new ones and logs the audit head', async () => {
    await start()
    const { headers, ids } = await signIn()
    const changes = await Promise.all(ids.map((id) => beginChange(id, headers)))
    expect(changes).toHaveLength(IN_FLIGHT)
    server.child.kill('SIGTERM')
    await expect.poll(isTaking).toBe(false)
    const answers = await Promise.all(changes.map(endChange))
    expect(answers.map(({ status }) => status)).toEqual(Array(IN_FLIGHT).fill(200))
    expect(answers.map(({ body }) => body)).toEqual(
      ids.map((id) => ({
        success: true,
        data: expect.objectContaining({ _id: id, status: 'rejected' }),
      })),
    )
    const { code, stdout, stderr } = await server.ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    // The last of those changes is in it.
    const db = openDatabase(join(folder, 'marketplace.db'))
    const head = await findAuditHead(db)
    await db.destroy()
    expect(stdout).toContain(`"rows":${head?.rows},"hash":"${head?.hash}"`)
  })

  test('is first not ready but still answers, and ends at once on a second signal', async () => {
    await start({ SEED: 'none', DRAIN_SECONDS: '600' })
    const ready = () => fetch(`${server.url}/api/readyz`)
    expect((await ready()).status).toBe(200)
    server.child.kill('SIGTERM')
    await expect.poll(async () => (await ready()).status).toBe(503)
    expect(await (await ready()).json()).toMatchObject({ code: 'closing' })
    const { headers } = await signIn()
    const stats = await fetch(`${server.url}/api/admin/dashboard-stats`, { headers })
    expect(stats.status).toBe(200)
    expect(await server.stop('SIGTERM')).toMatchObject({ code: 1, stderr: '' })
  })

  test('serves metrics on a separate port until it ends, and none on the public one', async () => {
    await start({ SEED: 'none', METRICS_PORT: '0' })
    const [, metricsUrl = ''] =
      /Metrics: (http:\/\/127\.0\.0\.1:\d+\/metrics)\n/.exec(server.said()) ?? []
    await signIn()
    const told = await (await fetch(metricsUrl)).text()
    expect(told).toContain('{method="POST",route="/api/auth/login",status="2xx"} 1\n')
    expect(told).toMatch(/^database_transaction_seconds_count\{outcome="commit"\} [1-9]/m)
    expect(told).toMatch(/^process_resident_memory_bytes [1-9]/m)
    expect((await fetch(metricsUrl.replace('/metrics', '/'))).status).toBe(404)
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
    expect((await fetch(`${server.url}/api/metrics`)).status).toBe(404)
    expect(await server.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
  })

  test('completes a backup of BACKUP_EVERY that can be restored', async () => {
    const backups = join(folder, 'backups')
    await start({ SEED: 'none', BACKUP_EVERY: '24', LOG_LEVEL: 'info' })
    await expect.poll(server.said, { timeout: PROCESS_MS }).toContain('backup made')
    const names = readdirSync(backups)
    expect(names).toEqual([expect.stringMatching(/^marketplace-.+\.backup$/)])
    expect(await server.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
    const { code, stdout } = await manage(['restore', join(backups, names[0] ?? ''), '--dry-run'], {
      DATA_DIR: join(folder, 'other'),
    })
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('would be') })
  })
})
