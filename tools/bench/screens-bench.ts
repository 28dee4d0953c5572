import type { Page } from 'playwright-core'
import { startTestServer, type TestServer } from '#tests/support/server/server-fixture.ts'
import { onNewProfile } from './bench-browser.ts'
import { makeBenchMarket, makeDeviceContent } from './bench-market.ts'
import { type BenchStage, loadBench, prepareDevice } from './bench-stage.ts'
import { median } from './figures.ts'
import { type Measurement, measureRows, type RowOf } from './measurement.ts'
import { type SlowNetwork, startSlowNetwork } from './slow-network.ts'

const LISTINGS = 10_000
const CHANGES = 1_000
const DECISIONS = 10
const SCREEN = { width: 1440, height: 900 }
const TABLE = '/dashboard?section=property'

/** What 1,000 queued changes cost on the table of listings. All API calls are cut, so the changes stay queued. */
export const screens: Measurement<BenchStage> = {
  name: 'screens',
  async measure(stage, runs) {
    const seed = makeBenchMarket(LISTINGS)
    const { distDir } = stage
    const server = await startTestServer({ seed, isClockRunning: true, isFlushed: true, distDir })
    const conditions = { roundTripMs: 0, lossShare: 0, seed: 'screens' }
    const network = await startSlowNetwork(await server.listen(), conditions)
    const rows = await measureRows(runs, () => measureTable(stage, server, network), ROWS)
    await network.close()
    await server.close()
    return rows
  },
}

const OPENED = 'Table of 10,000 with 1,000 waiting, opened without a network, until its first row'
const DECIDED = '… one more decision, until its mark is painted, median of 10'
const GAP = '… longest gap on the main thread meanwhile, median of 10'
const ROWS: readonly RowOf<Awaited<ReturnType<typeof measureTable>>>[] = [
  [OPENED, 'ms', null, ({ openedMs }) => openedMs],
  [DECIDED, 'ms', null, ({ decisions }) => median(decisions.map(({ tookMs }) => tookMs))],
  [GAP, 'ms', null, ({ decisions }) => median(decisions.map((one) => one.longestGapMs))],
]

async function measureTable(stage: BenchStage, server: TestServer, network: SlowNetwork) {
  const { listings, ...session } = await makeDeviceContent(server)
  const stride = LISTINGS / CHANGES
  // Spreads the decided rows over the list: most of the newest stay undecided, because the bench decides those.
  const decided = listings.filter((_, index) => index % stride === stride - 1)
  return onNewProfile(async (launch) => {
    const context = await launch()
    network.setCut(false)
    await prepareDevice(context, network.url, { ...session, listings: [] })
    const page = await context.newPage()
    await page.setViewportSize(SCREEN)
    await openTable(page, network)
    await loadBench(page, stage)
    await page.evaluate(() => window.bench.waitForCacheEntry('listings'))
    network.setCut(true)
    await page.goto('about:blank')
    await prepareDevice(context, network.url, { ...session, listings: decided })
    const startedAt = performance.now()
    await openTable(page, network)
    const openedMs = performance.now() - startedAt
    await page.getByText(`${CHANGES} waiting`).first().waitFor()
    await loadBench(page, stage)
    const decisions = await page.evaluate(
      (count) => window.bench.measureDecisions(count),
      DECISIONS,
    )
    return { openedMs, decisions }
  })
}

async function openTable(page: Page, { url }: SlowNetwork): Promise<void> {
  await page.goto(`${url}${TABLE}`)
  await page.locator('tbody tr').first().waitFor()
}
