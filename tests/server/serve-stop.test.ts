// @module-tag long
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openSession } from '#server/accounts/sessions/session-service.ts'
import { restoreBackup } from '#server/operations/restore-service.ts'
import { findAuditHead } from '#server/platform/audit/audit-check-service.ts'
import { parsePanKey } from '#server/platform/config/pan-key.ts'
import {
  openDataFolder,
  openExistingData,
} from '#server/platform/database/connection/open-database.ts'
import { makeFolderForTest } from '#tests/support/server/folder-for-test.ts'
import { startSmtpInbox } from '#tests/support/server/smtp-inbox.ts'
import { TEST_PAN_KEY } from '#tests/support/server/test-pans.ts'
import { call } from './api-call.ts'
import { startApi } from './server-process.ts'

const PROCESS_MS = 120_000 // a test starts Node and compiles TypeScript, while other tests run
const IN_FLIGHT = 50
const PASSWORD = 'a long operator password'

let folder: string
let server: Awaited<ReturnType<typeof startApi>>

beforeEach(() => {
  folder = makeFolderForTest()
})

async function start(env: Record<string, string> = {}): Promise<void> {
  server = await startApi({ DATA_DIR: folder, ADMIN_PASSWORD: PASSWORD, ...env })
  onTestFinished(async () => {
    await server.stop('SIGKILL')
  })
}

/** Signs in as the operator. Returns the session token. */
async function signIn(): Promise<string> {
  const body = { email: 'operator@marketplace.example', password: PASSWORD }
  return String((await call(server, 'POST', '/api/auth/login', { body })).json['token'])
}

/** Sends the headers of a status change and the start of its body, so that the server waits for the rest. */
async function beginChange(id: string, token: string): Promise<ClientRequest> {
  const change = request(`${server.url}/api/admin/properties/${id}/status`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${token}`, Expect: '100-continue' },
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

function acceptsConnections(): Promise<boolean> {
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

/** Stores a registration in the data folder before the server starts. Returns its e-mail address and session token. */
async function leaveRegistration() {
  const { db, close } = await openDataFolder(folder)
  const now = new Date()
  const ends = { created_at: now.toISOString(), expires_at: '2999-01-01T00:00:00.000Z' }
  const row = { id: 'a'.repeat(24), email: 'meera@example.in', password_hash: 'none', ...ends }
  await db.insertInto('registrations').values(row).execute()
  const account = { id: row.id, role: 'user' as const }
  const { token } = await openSession(db, { account, deviceLabel: 'any', now, ttlDays: 1 })
  await close()
  return { email: row.email, token }
}

describe('a server process', { timeout: PROCESS_MS }, () => {
  test('that is stopped answers fifty pending requests, accepts no new connection and logs the last hash of the audit log', async () => {
    await start()
    const token = await signIn()
    const path = `/api/admin/properties?limit=${IN_FLIGHT}`
    const { json: list } = await call(server, 'GET', path, { token })
    const ids = Object.values(list['data'] ?? {}).map(({ _id }) => String(_id))
    const changes = await Promise.all(ids.map((id) => beginChange(id, token)))
    expect(changes).toHaveLength(IN_FLIGHT)
    server.child.kill('SIGTERM')
    await expect.poll(acceptsConnections).toBe(false)
    const answers = await Promise.all(changes.map(endChange))
    expect(answers).toEqual(
      ids.map((id) => ({
        status: 200,
        body: { success: true, data: expect.objectContaining({ _id: id, status: 'rejected' }) },
      })),
    )
    const { code, stdout, stderr } = await server.ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    // The logged hash is the hash of the last change.
    const { db, close } = openExistingData(folder)
    const head = await findAuditHead(db)
    await close()
    expect(stdout).toContain(`"lastId":${head?.lastId},"hash":"${head?.hash}"`)
  })

  test('serves metrics and makes backups; it reports itself as not ready after the first SIGTERM, and ends after the second', async () => {
    const backups = join(folder, 'backups')
    const times = { BACKUP_EVERY: '24', DRAIN_SECONDS: '600' }
    await start({ SEED: 'none', METRICS_PORT: '0', LOG_LEVEL: 'info', ...times })
    const [, metricsUrl = ''] =
      /Metrics: (http:\/\/127\.0\.0\.1:\d+\/metrics)\n/.exec(server.said()) ?? []
    await signIn()
    const told = await (await fetch(metricsUrl)).text()
    expect(told).toContain('{method="POST",route="/api/auth/login",status="2xx"} 1\n')
    expect(told).toMatch(/^database_transaction_seconds_count\{outcome="commit"\} [1-9]/m)
    expect(told).toMatch(/^process_resident_memory_bytes [1-9]/m)
    // Only METRICS_PORT serves metrics, and it serves nothing else.
    const others = [metricsUrl.replace('/metrics', '/'), `${server.url}/metrics`]
    for (const url of [...others, `${server.url}/api/metrics`])
      expect((await fetch(url)).status).toBe(404)

    await expect.poll(server.said, { timeout: PROCESS_MS }).toContain('backup made')
    const names = readdirSync(backups).filter((name) => name.endsWith('.backup'))
    expect(names).toEqual([expect.stringMatching(/^marketplace-.+\.backup$/)])
    const { db, close } = await openDataFolder(join(folder, 'other'))
    const place = { db, dataDir: folder, panKey: parsePanKey(TEST_PAN_KEY) }
    const restored = await restoreBackup(join(backups, names[0] ?? ''), place)
    expect(restored.tables).toContainEqual({ table: 'users', rows: 1 })
    await close()

    const ready = () => call(server, 'GET', '/api/readyz')
    expect((await ready()).status).toBe(200)
    server.child.kill('SIGTERM')
    await expect.poll(async () => (await ready()).status).toBe(503)
    expect((await ready()).json['code']).toBe('closing')
    const by = { token: await signIn() }
    expect((await call(server, 'GET', '/api/admin/dashboard-stats', by)).status).toBe(200)
    expect(await server.stop('SIGTERM')).toMatchObject({ code: 1, stderr: '' })
  })

  test('logs at its start that the mail server refuses the login, and ends only after the pending mails are sent', async () => {
    const mailServer = await startSmtpInbox()
    mailServer.refuse('login')
    const { email, token } = await leaveRegistration()
    await start({ SEED: 'none', SMTP_URL: mailServer.url, MAIL_FROM: 'codes@marketplace.example' })
    while (!server.said().includes('cannot be used')) await once(server.child.stdout, 'data')
    expect(server.said()).toContain('"code":"EAUTH"')
    expect(server.said()).not.toMatch(/codes:word|One-time codes/)
    mailServer.refuse(null)
    const release = mailServer.hold()
    const again = { token, body: { email } }
    expect((await call(server, 'POST', '/api/auth/resend-otp', again)).status).toBe(200)
    const ended = server.stop()
    await expect.poll(acceptsConnections).toBe(false)
    expect(mailServer.mails).toEqual([])
    release()
    expect(await ended).toMatchObject({ code: 0, stderr: '' })
    expect(mailServer.mails).toMatchObject([{ to: [email] }])
    await mailServer.stop()
  })
})
