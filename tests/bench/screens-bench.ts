import type { BrowserContext, Page } from 'playwright-core'
import { startTestServer, type TestServer } from '#tests/support/server/server-fixture.ts'
import { makeBenchMarket, makeDeviceContent } from './bench-market.ts'
import { type BenchStage, loadBench, openBenchPage } from './bench-stage.ts'
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
    const server = await startTestServer({
      seed: makeBenchMarket(LISTINGS),
      isClockRunning: true,
      distDir: stage.distDir,
    })
    const conditions = { roundTripMs: 0, lossShare: 0, seed: 'screens' }
    const network = await startSlowNetwork(await server.listen(), conditions)
    const work = () => stage.onDevice((context) => measureTable(stage, context, server, network))
    const rows = await measureRows(runs, work, ROWS)
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

async function measureTable(
  stage: BenchStage,
  context: BrowserContext,
  server: TestServer,
  network: SlowNetwork,
) {
  const device = await makeDeviceContent(server)
  const stride = LISTINGS / CHANGES
  // Spreads the decided rows over the list: most of the newest stay undecided, because the bench decides those.
  const decided = device.listings.filter((_, index) => index % stride === stride - 1)
  const page = await openBenchPage(context, network.url)
  await page.setViewportSize(SCREEN)
  network.setCut(false)
  await page.evaluate((given) => window.bench.prepareDevice(given), { ...device, listings: [] })
  await page.goto(`${network.url}${TABLE}`)
  await firstRow(page).waitFor()
  await loadBench(page, stage)
  await page.evaluate(() => window.bench.waitForCacheEntry('listings'))
  network.setCut(true)
  await page.goto('about:blank')
  const bench = await openBenchPage(context, network.url)
  await bench.evaluate((given) => window.bench.prepareDevice(given), {
    ...device,
    listings: decided,
  })
  await bench.close()
  const startedAt = performance.now()
  await page.goto(`${network.url}${TABLE}`)
  await firstRow(page).waitFor()
  const openedMs = performance.now() - startedAt
  await page.getByText(`${CHANGES} waiting`).first().waitFor()
  await loadBench(page, stage)
  const decisions = await page.evaluate((count) => window.bench.measureDecisions(count), DECISIONS)
  return { openedMs, decisions }
}

function firstRow(page: Page) {
  return page.locator('tbody tr').first()
}
