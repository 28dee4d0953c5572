import type { BrowserContext } from 'playwright-core'
import { startTestServer, type TestServer } from '#tests/support/server/server-fixture.ts'
import { makeBenchMarket, makeDeviceContent } from './bench-market.ts'
import { type BenchStage, openBenchPage } from './bench-stage.ts'
import { type Measurement, measureRows, type RowOf } from './measurement.ts'
import { type NetworkCall, type SlowNetwork, startSlowNetwork } from './slow-network.ts'

const CHANGES = 1_000
const NETWORK = { roundTripMs: 200, lossShare: 0.05 }
const GIVE_UP_MS = 15 * 60_000 // far above the target, so that slow runs are measured and only a hang is aborted
const LOOK_MS = 250

/** The time until the app has sent 1,000 queued changes over a slow network that cuts some calls. */
export const drain: Measurement<BenchStage> = {
  name: 'drain',
  measure: (stage, runs) => measureRows(runs, (run) => drainOnce(stage, `drain ${run}`), ROWS),
}

const ROWS: readonly RowOf<DrainResult>[] = [
  ['1,000 changes confirmed, 200 ms, 5 % lost, from opening the app', 's', 60, (r) => r.seconds],
  ['… from the first change sent to the last answer', 's', null, (r) => r.sendingSeconds],
  ['… calls sent for them', '', null, (r) => r.calls],
  ['… calls that were cut', '', null, (r) => r.cuts],
  ['… calls in flight on average', '', null, (r) => r.meanInFlight],
  ['… part of that time with nothing in flight', 's', null, (r) => r.silentSeconds],
]

interface DrainResult {
  seconds: number
  sendingSeconds: number
  calls: number
  cuts: number
  meanInFlight: number
  silentSeconds: number
}

async function drainOnce(stage: BenchStage, seed: string): Promise<DrainResult> {
  const { distDir } = stage
  const server = await startTestServer({
    seed: makeBenchMarket(CHANGES),
    isClockRunning: true,
    distDir,
  })
  const network = await startSlowNetwork(await server.listen(), { ...NETWORK, seed })
  try {
    const seconds = await stage.onDevice((context) => drainOn(context, server, network))
    await requireOneEffectEach(server)
    return { seconds, ...traceOf(network.calls) }
  } finally {
    await network.close()
    await server.close()
  }
}

/** Seconds from opening the app, on a device with 1,000 queued changes, until every change is confirmed. */
async function drainOn(
  context: BrowserContext,
  server: TestServer,
  network: SlowNetwork,
): Promise<number> {
  const bench = await openBenchPage(context, network.url)
  await bench.evaluate(
    (given) => window.bench.prepareDevice(given),
    await makeDeviceContent(server),
  )
  await bench.close()
  const startedAt = performance.now()
  const page = await context.newPage()
  await page.goto(`${network.url}/dashboard`)
  const status = page.locator('.sync-status')
  const isDone = async () =>
    (await countEffects(server)) >= CHANGES && (await status.textContent()) === 'Online'
  while (!(await isDone())) {
    if (performance.now() - startedAt > GIVE_UP_MS)
      throw new Error(`after ${GIVE_UP_MS} ms the app says ${await status.textContent()}`)
    await page.waitForTimeout(LOOK_MS)
  }
  return (performance.now() - startedAt) / 1_000
}

async function countEffects({ db }: TestServer): Promise<number> {
  const { count } = await db
    .selectFrom('audit_log')
    .where('entity', '=', 'listing')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Checks the server's audit log. @throws unless it has exactly one approval of each listing */
async function requireOneEffectEach({ db }: TestServer): Promise<void> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['entity_id', 'to_value'])
    .where('entity', '=', 'listing')
    .execute()
  const listings = new Set(rows.map((row) => row.entity_id))
  const isRight = rows.every((row) => row.to_value === 'approved')
  if (rows.length !== CHANGES || listings.size !== CHANGES || !isRight)
    throw new Error(`the server noted ${rows.length} effects on ${listings.size} listings`)
}

/** Summarises the calls that sent changes, to explain where the time went. */
function traceOf(all: readonly NetworkCall[]): Omit<DrainResult, 'seconds'> {
  const calls = all
    .filter(({ method }) => method === 'PATCH')
    .sort((a, b) => a.startedAt - b.startedAt)
  const first = calls[0]?.startedAt ?? 0
  let last = first
  let busyMs = 0
  let silentMs = 0
  for (const { startedAt, endedAt } of calls) {
    busyMs += endedAt - startedAt
    silentMs += Math.max(0, startedAt - last)
    last = Math.max(last, endedAt)
  }
  return {
    sendingSeconds: (last - first) / 1_000,
    calls: calls.length,
    cuts: calls.filter(({ fate }) => fate !== 'answered').length,
    meanInFlight: busyMs / (last - first),
    silentSeconds: silentMs / 1_000,
  }
}
