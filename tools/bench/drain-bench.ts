import { startTestServer, type TestServer } from '#tests/support/server/server-fixture.ts'
import { onNewProfile } from './bench-browser.ts'
import { makeBenchMarket, makeDeviceContent } from './bench-market.ts'
import { type BenchStage, prepareDevice } from './bench-stage.ts'
import { type Measurement, measureRows, type RowOf } from './measurement.ts'
import { type NetworkCall, type SlowNetwork, startSlowNetwork } from './slow-network.ts'

const CHANGES = 1_000
const CONDITIONS = { roundTripMs: 200, lossShare: 0.05 }
const GIVE_UP_MS = 15 * 60_000 // far above the target, so that slow runs are measured and only a hang is aborted
const LOOK_MS = 250

/** The time until the app has sent 1,000 queued changes over a slow network that cuts some calls. */
export const drain: Measurement<BenchStage> = {
  name: 'drain',
  measure: (stage, runs) => measureRows(runs, (run) => drainOnce(stage, `drain ${run}`), ROWS),
}

const ROWS: readonly RowOf<Awaited<ReturnType<typeof drainOnce>>>[] = [
  ['1,000 changes confirmed, 200 ms, 5 % lost, from opening the app', 's', 60, (r) => r.seconds],
  ['… from the first change sent to the last answer', 's', null, (r) => r.sendingSeconds],
  ['… calls sent for them', '', null, (r) => r.calls],
  ['… calls that were cut', '', null, (r) => r.cuts],
  ['… calls in flight on average', '', null, (r) => r.meanInFlight],
  ['… part of that time with nothing in flight', 's', null, (r) => r.silentSeconds],
]

async function drainOnce({ distDir }: BenchStage, seed: string) {
  const market = makeBenchMarket(CHANGES)
  const server = await startTestServer({
    seed: market,
    isClockRunning: true,
    isFlushed: true,
    distDir,
  })
  const network = await startSlowNetwork(await server.listen(), { ...CONDITIONS, seed })
  try {
    const seconds = await timeDrain(server, network)
    await requireOneEffectEach(server)
    return { seconds, ...traceOf(network.calls) }
  } finally {
    await network.close()
    await server.close()
  }
}

/** Seconds from opening the app, on a device with 1,000 queued changes, until every change is confirmed. */
function timeDrain(server: TestServer, { url }: SlowNetwork): Promise<number> {
  return onNewProfile(async (launch) => {
    const context = await launch()
    await prepareDevice(context, url, await makeDeviceContent(server))
    const startedAt = performance.now()
    const page = await context.newPage()
    await page.goto(`${url}/dashboard`)
    const status = page.locator('.sync-status')
    const isDone = async () =>
      (await listEffects(server)).length >= CHANGES && (await status.textContent()) === 'Online'
    while (!(await isDone())) {
      if (performance.now() - startedAt > GIVE_UP_MS)
        throw new Error(`after ${GIVE_UP_MS} ms the app says ${await status.textContent()}`)
      await page.waitForTimeout(LOOK_MS)
    }
    return (performance.now() - startedAt) / 1_000
  })
}

function listEffects({ db }: TestServer) {
  return db
    .selectFrom('audit_log')
    .select(['entity_id', 'to_value'])
    .where('entity', '=', 'listing')
    .execute()
}

/** Checks the server's audit log. @throws unless it has exactly one approval of each listing */
async function requireOneEffectEach(server: TestServer): Promise<void> {
  const rows = await listEffects(server)
  const listings = new Set(rows.map((row) => row.entity_id))
  const isRight = rows.every((row) => row.to_value === 'approved')
  if (rows.length !== CHANGES || listings.size !== CHANGES || !isRight)
    throw new Error(`the server noted ${rows.length} effects on ${listings.size} listings`)
}

/** Summarises the calls that sent changes, to explain where the time went. */
function traceOf(all: readonly NetworkCall[]) {
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
