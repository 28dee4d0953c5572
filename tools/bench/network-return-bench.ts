import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'
import { makeDemoRandom } from '#server/demo/demo-random.ts'
import { startLoopbackProxy } from '#tests/support/network/loopback-proxy.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server-fixture.ts'
import { onNewProfile } from './bench-browser.ts'
import { makeBenchMarket, makeDeviceContent } from './bench-market.ts'
import { type BenchStage, prepareDevice } from './bench-stage.ts'
import { p95, percentile } from './figures.ts'
import { type Measurement, measureRows, type RowOf } from './measurement.ts'

const DEVICES = 5 // cut at the same time, each with its own origin, storage and server
const CUTS = 6 // of each device: 30 together
const LEAST_CUT_MS = 2_000
const MOST_CUT_MS = 30_000 // the longest pause between two tries is reached
const LOOK_MS = 25
const GIVE_UP_MS = 60_000

/**
 * How soon a decision that waits for the network reaches the server once the server can be reached again. The browser
 * fires no `online` event, because a proxy is cut and not the device's network.
 */
export const networkReturn: Measurement<BenchStage> = {
  name: 'network-return',
  measure: (stage, runs) => measureRows(runs, (run) => measureReturns(stage, run), ROWS),
}

const ROWS: readonly RowOf<readonly number[]>[] = [
  ['The server can be reached again: until a waiting decision arrives, p95', 's', 2, p95],
  ['… median of 30 cuts of 2 to 30 s', 's', null, (seconds) => percentile(seconds, 0.5)],
  ['… the longest', 's', null, (seconds) => Math.max(...seconds)],
]

function measureReturns(stage: BenchStage, run: number): Promise<number[]> {
  return onNewProfile(async (launch) => {
    const context = await launch()
    const devices = Array.from({ length: DEVICES }, (_, index) =>
      measureDevice(stage, context, `return ${run} ${index}`),
    )
    return (await Promise.all(devices)).flat()
  })
}

async function measureDevice(
  { distDir }: BenchStage,
  context: BrowserContext,
  seed: string,
): Promise<number[]> {
  const random = makeDemoRandom(seed)
  const market = makeBenchMarket(CUTS + 1)
  const server = await startTestServer({
    seed: market,
    isClockRunning: true,
    isFlushed: true,
    distDir,
  })
  const network = await startLoopbackProxy(Number(new URL(await server.listen()).port))
  try {
    const content = await makeDeviceContent(server)
    await prepareDevice(context, network.url, { ...content, listings: [] })
    const page = await context.newPage()
    await page.goto(`${network.url}/dashboard`)
    await acceptNext(page)
    await waitForEffects(server, 1)
    const seconds: number[] = []
    for (let cut = 1; cut <= CUTS; cut += 1) {
      await network.cut()
      await acceptNext(page)
      await wait(random.between(LEAST_CUT_MS, MOST_CUT_MS))
      await network.heal()
      seconds.push(await waitForEffects(server, cut + 1))
    }
    return seconds
  } finally {
    await network.close()
    await server.close()
  }
}

function acceptNext(page: Page): Promise<void> {
  const pending = page.locator('.board-card').filter({ hasText: 'Pending' })
  return pending.first().getByRole('button', { name: 'Accept', exact: true }).click()
}

/** Waits until the server has applied this number of decisions, and returns the seconds. */
async function waitForEffects({ db }: TestServer, wanted: number): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    const rows = await db
      .selectFrom('audit_log')
      .select('entity_id')
      .where('entity', '=', 'listing')
      .execute()
    const tookMs = performance.now() - startedAt
    if (rows.length >= wanted) return tookMs / 1_000
    if (tookMs > GIVE_UP_MS) throw new Error(`${rows.length} of ${wanted} decisions arrived`)
    await wait(LOOK_MS)
  }
}
