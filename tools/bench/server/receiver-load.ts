import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeSecret, makeSecretCipher } from '#server/notices/webhooks/webhook-secret.ts'
import { openDataUnlocked } from '#server/platform/database/open-data.ts'
import { call } from '#tests/server/api-call.ts'
import { type Stop, startReceivers } from '#tests/server/notices/webhooks/webhook-receiver.ts'
import { startApi } from '#tests/server/server-process.ts'
import { percentile } from '#tools/bench/figures.ts'
import type { Checkout } from './checkout-server.ts'

// How long after a decision its event arrives at healthy webhook receivers, while others hang.

const APP_SECRET = 'a secret that only the bench knows, 1'
const PASSWORD = 'a long operator password'
const EVENT_EVERY_MS = 3_000

export interface ReceiverLoad {
  healthy: number
  hanging: number
  /** How the hanging receivers hang. */
  stop: Stop
  events: number
  /** How long to wait for late deliveries. A delivery that has not arrived then counts with this time. */
  lateMs: number
}

export interface ReceiverFigures {
  p50Ms: number
  p99Ms: number
  /** Deliveries to healthy receivers that did not arrive in time. */
  missing: number
}

export async function measureReceivers(
  checkout: Checkout,
  { healthy, hanging, stop, events, lateMs }: ReceiverLoad,
): Promise<ReceiverFigures> {
  const hosts = (count: number, network: number) =>
    Array.from({ length: count }, (_, at) => `93.184.${network}.${at + 1}`)
  const [good, bad] = [hosts(healthy, 216), hosts(hanging, 217)]
  const receivers = await startReceivers([...good, ...bad])
  for (const host of bad) receivers.stopAt(host, stop)
  const folder = mkdtempSync(join(tmpdir(), 'receiver-bench-'))
  const start = () => startServer(checkout, folder, receivers)
  try {
    await (await start()).stop()
    await insertWebhooks(join(folder, 'data'), [...bad, ...good])
    const server = await start()
    await decideAgainAndAgain(server, events)
    const isHealthy = new Set(good)
    const list = () => receivers.received.filter(({ host }) => isHealthy.has(host))
    const endMs = Date.now() + lateMs
    while (list().length < healthy * events && Date.now() < endMs) await wait(100)
    const took = list().map(({ atMs, body }) => atMs - Date.parse(JSON.parse(`${body}`).timestamp))
    await server.stop('SIGKILL')
    const missing = healthy * events - took.length
    const all = [...took, ...Array.from({ length: missing }, () => lateMs)]
    return { p50Ms: percentile(all, 0.5), p99Ms: percentile(all, 0.99), missing }
  } finally {
    await receivers.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function startServer(
  { folder: sources }: Checkout,
  folder: string,
  { cert, proxyUrl }: Awaited<ReturnType<typeof startReceivers>>,
) {
  const trusted = join(folder, 'receivers.pem')
  writeFileSync(trusted, cert)
  const env = {
    DATA_DIR: join(folder, 'data'),
    SEED: 'demo',
    APP_SECRET,
    ADMIN_PASSWORD: PASSWORD,
    LOG_LEVEL: 'silent',
    OUTBOUND_PROXY: proxyUrl,
    NODE_EXTRA_CA_CERTS: trusted,
  }
  return startApi(env, ['--api-only'], sources)
}

/** Without the server's limit of 20 webhooks, and without a migration: the schema may be an earlier one. */
async function insertWebhooks(dataDir: string, hosts: readonly string[]): Promise<void> {
  const { db, close } = await openDataUnlocked({ dataDir, databaseUrl: null })
  const cipher = makeSecretCipher(APP_SECRET)
  const { id: created_by } = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow()
  const rows = hosts.map((host, at) => {
    const id = String(at).padStart(24, '0')
    return {
      id,
      address: `https://${host}/listings`,
      events: 'listing.decided',
      secret_sealed: cipher.seal(id, makeSecret()),
      old_secret_sealed: null,
      state: 'active' as const,
      failures: 0,
      created_by,
      created_at: new Date().toISOString(),
      paused_at: null,
    }
  })
  await db.insertInto('webhooks').values(rows).execute()
  await close()
}

async function decideAgainAndAgain(
  server: Awaited<ReturnType<typeof startApi>>,
  events: number,
): Promise<void> {
  const body = { email: 'operator@marketplace.example', password: PASSWORD }
  const { json } = await call(server, 'POST', '/api/auth/login', { body })
  const token = String(json['token'])
  const { json: page } = await call(server, 'GET', '/api/admin/properties?limit=1', { token })
  const [listing] = page['data'] as unknown as { _id: string }[] // the API documents an array
  for (let made = 0; made < events; made += 1) {
    const status = made % 2 === 0 ? 'rejected' : 'approved'
    const path = `/api/admin/properties/${listing?._id}/status`
    const answer = await call(server, 'PATCH', path, { token, body: { status } })
    if (answer.status !== 200) throw new Error(answer.text)
    await wait(EVENT_EVERY_MS)
  }
}
