// @module-tag long
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { makeOperatorCalls } from '#tests/server/listings/content/posting-calls.ts'
import { startApi } from '#tests/server/server-process.ts'
import { makeFolderForTest } from '#tests/support/server/folder-for-test.ts'
import { openDatabaseForTest } from '#tests/support/server/server-for-test.ts'
import { isOnPostgres } from '#tests/support/server/test-database.ts'
import { startReceivers } from './webhook-receiver.ts'
import { isSigned, makeWebhookCalls, WANTED } from './webhook-runs.ts'

// A server is killed while it delivers an event to two receivers: one has not received the request yet, and the other
// has not answered it yet.

const STORY_MS = 300_000 // long, because real processes start, and a lease of a minute has to end
const REPEAT_MS = 120_000 // longer than a delivery's lease of a minute and the wait for the job's next run
const BEFORE = '93.184.216.34'
const AFTER = '93.184.216.35'

let receivers: Awaited<ReturnType<typeof startReceivers>>
let env: Record<string, string>

beforeEach(async () => {
  const folder = makeFolderForTest()
  const database = await openDatabaseForTest()
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
})

async function start() {
  const server = await startApi(env)
  onTestFinished(async () => void (await server.stop('SIGKILL')))
  return server
}

test(
  'a killed server loses no event, and the next server repeats unanswered deliveries with the same ids',
  async () => {
    const killed = await start()
    const body = { email: 'operator@marketplace.example', password: killed.password }
    const { json } = await call(killed, 'POST', '/api/auth/login', { body })
    const token = String(json['token'])
    const before = makeWebhookCalls(killed, token)
    const hooks = new Map<string, { id: string; secret: string }>()
    for (const host of [BEFORE, AFTER])
      hooks.set(host, await before.create({ ...WANTED, address: `https://${host}/listings` }))
    receivers.stopAt(BEFORE, 'connection')
    receivers.stopAt(AFTER, 'answer')
    const operator = makeOperatorCalls(killed, token)
    const listingId = String((await operator.board())[0])
    await operator.decide(listingId, 'approved')
    await expect.poll(() => [...receivers.stopped].sort()).toEqual([BEFORE, AFTER])
    await killed.stop('SIGKILL')
    expect(receivers.received.map(({ host }) => host)).toEqual([AFTER])
    receivers.goOn()

    const after = makeWebhookCalls(await start(), token)
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
    const delivered = { state: 'delivered', attempts: 2, lastStatus: 204 }
    for (const { id } of hooks.values())
      await expect.poll(() => after.log(id)).toMatchObject([delivered])
    expect(readHosts()).toHaveLength(3)
  },
  STORY_MS,
)

/** The number of events that a receiver sees if it discards repeated ids. */
function countIds(host: string): number {
  const own = receivers.received.filter((sent) => sent.host === host)
  return new Set(own.map(({ headers }) => headers['webhook-id'])).size
}
