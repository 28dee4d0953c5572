// @module-tag long
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startApi } from '#tests/server/server-process.ts'
import {
  isOnPostgres,
  openTestDatabase,
  type TestDatabase,
} from '#tests/support/server/test-database.ts'
import { startReceivers } from './webhook-receiver.ts'
import { isSigned, WANTED } from './webhook-runs.ts'

// A server is killed while it delivers an event to two receivers: one has not received the request yet, and the other
// has not answered it yet.

const STORY_MS = 300_000 // long, because real processes start, and a lease of a minute has to end
const REPEAT_MS = 120_000 // longer than a delivery's lease of a minute and the wait for the job's next run
const BEFORE = '93.184.216.34'
const AFTER = '93.184.216.35'

let folder: string
let database: TestDatabase
let receivers: Awaited<ReturnType<typeof startReceivers>>
let server: Awaited<ReturnType<typeof startApi>>
let env: Record<string, string>
let token: string

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'webhook-kill-'))
  database = await openTestDatabase()
  receivers = await startReceivers([BEFORE, AFTER])
  const trusted = join(folder, 'receivers.pem')
  writeFileSync(trusted, receivers.cert)
  env = {
    DATA_DIR: join(folder, 'data'),
    SEED: 'demo',
    LOG_LEVEL: 'error',
    APP_SECRET: 'a secret of this test, long enough',
    OUTBOUND_PROXY: receivers.proxyUrl,
    NODE_EXTRA_CA_CERTS: trusted,
    ...(isOnPostgres() && { DATABASE_URL: database.place }),
  }
  server = await startApi(env)
  const operator = { email: 'operator@marketplace.example', password: server.password }
  token = String((await ask('POST', '/auth/login', operator))['token'])
}, STORY_MS)
afterEach(async () => {
  await server.stop('SIGKILL')
  await receivers.close()
  await database.close()
  rmSync(folder, { recursive: true })
})

test(
  'a killed server loses no event, and the next server repeats unanswered deliveries with the same ids',
  async () => {
    const hooks = new Map([
      [BEFORE, await createWebhook(BEFORE)],
      [AFTER, await createWebhook(AFTER)],
    ])
    receivers.stopAt(BEFORE, 'connection')
    receivers.stopAt(AFTER, 'answer')
    const listingId = await decide()
    await expect.poll(() => [...receivers.stopped].sort()).toEqual([BEFORE, AFTER])
    await server.stop('SIGKILL')
    expect(receivers.received.map(({ host }) => host)).toEqual([AFTER])
    receivers.goOn()

    server = await startApi(env)
    const readHosts = () => receivers.received.map(({ host }) => host).sort()
    await expect.poll(readHosts, { timeout: REPEAT_MS }).toEqual([BEFORE, AFTER, AFTER])
    for (const sent of receivers.received) {
      expect(isSigned(sent, hooks.get(sent.host)?.secret ?? '')).toBe(true)
      expect(JSON.parse(sent.body.toString())).toMatchObject({
        type: 'listing.decided',
        data: { listingId, status: 'approved' },
      })
    }
    expect(countIds(BEFORE)).toBe(1)
    expect(countIds(AFTER)).toBe(1)
    for (const { id } of hooks.values())
      await expect
        .poll(() => readLog(id))
        .toMatchObject([{ state: 'delivered', attempts: 2, lastStatus: 204 }])
    expect(readHosts()).toHaveLength(3)
  },
  STORY_MS,
)

/** The number of events that a receiver sees if it discards repeated ids. */
function countIds(host: string): number {
  const own = receivers.received.filter((sent) => sent.host === host)
  return new Set(own.map(({ headers }) => headers['webhook-id'])).size
}

async function createWebhook(host: string): Promise<{ id: string; secret: string }> {
  const wanted = { ...WANTED, address: `https://${host}/listings` }
  const { _id, secret } = (await ask('POST', '/admin/webhooks', wanted))['data'] as {
    _id: string
    secret: string
  }
  return { id: _id, secret }
}

/** Approves a listing, and returns its id. */
async function decide(): Promise<string> {
  const { data } = await ask('GET', '/admin/properties')
  const pending = (data as { _id: string; status: string }[]).find(
    ({ status }) => status === 'pending',
  )
  const id = pending?._id ?? ''
  await ask('PATCH', `/admin/properties/${id}/status`, { status: 'approved' })
  return id
}

async function readLog(id: string): Promise<unknown> {
  return (await ask('GET', `/admin/webhooks/${id}/deliveries`))['data']
}

/** @throws unless the status is 200 */
async function ask(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const answer = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${text}`)
  return JSON.parse(text)
}
