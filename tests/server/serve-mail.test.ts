import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSession } from '#server/auth/sessions/session-service.ts'
import { openDataFolder } from '#server/database/connection/open-database.ts'
import { makeDemoData } from '#server/demo/demo-data.ts'
import { startUnwillingMailServer, type UnwillingMailServer } from './mail/unwilling-mail-server.ts'
import { runProgram, startApi } from './server-process.ts'

const PROCESS_MS = 60_000 // starting Node with a compiler beside other tests
const MAIL_FROM = 'codes@marketplace.example'

let folder: string
let mailServer: UnwillingMailServer
let running: Awaited<ReturnType<typeof startApi>>[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'server-process-'))
  mailServer = await startUnwillingMailServer()
  running = []
})
afterEach(async () => {
  await Promise.all(running.map((server) => server.stop('SIGKILL')))
  await mailServer.stop()
  rmSync(folder, { recursive: true })
})

async function start(env: Record<string, string>) {
  const server = await startApi({ DATA_DIR: folder, ...env })
  running.push(server)
  return server
}

/** A registration without a code, in the folder of the next server. */
async function leaveRegistration() {
  const { db, close } = await openDataFolder(folder)
  const now = new Date()
  const ends = { created_at: now.toISOString(), expires_at: '2999-01-01T00:00:00.000Z' }
  const row = { id: 'a'.repeat(24), email: 'meera@example.in', ...ends }
  await db
    .insertInto('registrations')
    .values({ ...row, password_hash: 'none' })
    .execute()
  const account = { id: row.id, role: 'user' as const }
  const { token } = await openSession(db, { account, deviceLabel: 'any', now, ttlDays: 1 })
  await close()
  return { email: row.email, token }
}

function isUp(url: string): Promise<boolean> {
  return fetch(`${url}/api/healthz`).then(
    () => true,
    () => false,
  )
}

describe('a server process', { timeout: PROCESS_MS }, () => {
  test('reports at its start that the mail server cannot be used, and runs anyway', async () => {
    mailServer.refuse('login')
    const server = await start({ SEED: 'none', SMTP_URL: mailServer.url, MAIL_FROM })
    while (!server.said().includes('cannot be used')) await once(server.child.stdout, 'data')
    expect(server.said()).toContain('"code":"EAUTH"')
    expect(server.said()).not.toContain('codes:word')
    expect(server.said()).not.toContain('One-time codes')
    expect(await isUp(server.url)).toBe(true)
    expect(await server.stop()).toMatchObject({ code: 0, stderr: '' })
  })

  test('ends after the pending mails are sent', async () => {
    const { email, token } = await leaveRegistration()
    const server = await start({ SMTP_URL: mailServer.url, MAIL_FROM })
    const release = mailServer.hold()
    const answer = await fetch(`${server.url}/api/auth/resend-otp`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: JSON.stringify({ email }),
    })
    expect(await answer.json()).toMatchObject({ codeSent: true })
    const ended = server.stop()
    while (await isUp(server.url));
    expect(mailServer.taken).toEqual([])
    release()
    expect(await ended).toMatchObject({ code: 0, stderr: '' })
    expect(mailServer.taken).toMatchObject([{ to: [email] }])
  })

  test("refuses a demo member's address for the operator without losing a password", async () => {
    const email = makeDemoData(new Date()).users[3]?.email ?? ''
    const env = { DATA_DIR: folder, ADMIN_EMAIL: email }
    const stderr = `ADMIN_EMAIL ${email} belongs to a member; take another address.\n`
    for (const [file, args] of [
      ['serve.ts', ['--api-only']],
      ['cli/manage.ts', ['seed']],
    ] as const)
      expect(await runProgram(file, env, [...args]).ended).toEqual({ code: 1, stdout: '', stderr })
    expect((await start({})).said()).toMatch(/Demo user's password: .*shown this once/)
  })
})
