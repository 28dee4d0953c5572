// @module-tag long
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startApi } from '#tests/server/server-process.ts'
import { makeFolderForTest } from '#tests/support/server/folder-for-test.ts'
import { isOnPostgres, openTestDatabase } from '#tests/support/server/test-database.ts'
import { startReceivers } from './webhook-receiver.ts'
import { isSigned, WANTED } from './webhook-runs.ts'

// A server is killed while it delivers an event to two receivers: one has not received the request yet, and the other
// has not answered it yet.

const STORY_MS = 300_000 // long, because real processes start, and a lease of a minute has to end
const REPEAT_MS = 120_000 // longer than a delivery's lease of a minute and the wait for the job's next run
const BEFORE = '93.184.216.34'
const AFTER = '93.184.216.35'

let receivers: Awaited<ReturnType<typeof startReceivers>>
let server: Awaited<ReturnType<typeof startApi>>
let env: Record<string, string>
let token: string

beforeEach(async () => {
  const folder = makeFolderForTest()
  const database = await openTestDatabase()
  onTestFinished(database.close)
  receivers = await startReceivers([BEFORE, AFTER])
  onTestFinished(receivers.close)
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
  onTestFinished(async () => void (await server.stop('SIGKILL')))
  const operator = { email: 'operator@marketplace.example', password: server.password }
  token = String((await ask('POST', '/auth/login', operator))['token'])
}, STORY_MS)

test(
  'a killed server loses no event, and the next server repeats unanswered deliveries with the same ids',
  async () => {
    const hooks = new Map<string, Record<string, unknown>>()
    for (const host of [BEFORE, AFTER]) {
      const { data } = await ask('POST', '/admin/webhooks', {
        ...WANTED,
        address: `https://${host}/listings`,
      })
      hooks.set(host, Object(data))
    }
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
      expect(isSigned(sent, String(hooks.get(sent.host)?.['secret']))).toBe(true)
      expect(JSON.parse(sent.body.toString())).toMatchObject({
        type: 'listing.decided',
        data: { listingId, status: 'approved' },
      })
    }
    expect(countIds(BEFORE)).toBe(1)
    expect(countIds(AFTER)).toBe(1)
    for (const { _id } of hooks.values()) {
      const readLog = async () => (await ask('GET', `/admin/webhooks/${_id}/deliveries`))['data']
      await expect
        .poll(readLog)
        .toMatchObject([{ state: 'delivered', attempts: 2, lastStatus: 204 }])
    }
    expect(readHosts()).toHaveLength(3)
  },
  STORY_MS,
)

/** The number of events that a receiver sees if it discards repeated ids. */
function countIds(host: string): number {
  const own = receivers.received.filter((sent) => sent.host === host)
  return new Set(own.map(({ headers }) => headers['webhook-id'])).size
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
