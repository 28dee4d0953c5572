import { setTimeout as wait } from 'node:timers/promises'
import { getChromium } from '#tests/support/browser/chromium.ts'
import {
  launchTabs,
  listDecidedIds,
  openTwoTabs,
  type TwoTabs,
} from '#tests/support/browser/frozen-tab.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server-fixture.ts'
import { makeBenchMarket } from './bench-market.ts'
import type { BenchStage } from './bench-stage.ts'
import { median } from './figures.ts'
import { type Measurement, measureRows, type RowOf } from './measurement.ts'

const FREEZES = 5 // of each run
const LOOK_MS = 10
const GIVE_UP_MS = 120_000 // twice as long as a frozen read blocked the outbox

/** How soon a decision reaches the server while another tab of the same device is frozen. */
export const frozenTab: Measurement<BenchStage> = {
  name: 'frozen-tab',
  measure: (stage, runs) => measureRows(runs, () => measureRun(stage), ROWS),
}

const ROWS: readonly RowOf<readonly number[]>[] = [
  ['A decision beside a frozen tab is on the server, median of 5', 's', 2, median],
  ['… the longest', 's', null, (seconds) => Math.max(...seconds)],
]

async function measureRun({ distDir }: BenchStage): Promise<number[]> {
  const seed = makeBenchMarket(2 * FREEZES + 2)
  const server = await startTestServer({ seed, isClockRunning: true, isFlushed: true, distDir })
  const { browser, close } = await launchTabs(getChromium())
  try {
    const tabs = await openTwoTabs(browser, server, await server.listen())
    // The first freeze interrupts a read of what the second tab has written; at the others, the tab is hidden.
    await tabs.acceptAndHoldRead()
    const seconds: number[] = []
    for (let count = 0; count < FREEZES; count += 1) {
      await tabs.freeze()
      seconds.push(await timeDecision(server, tabs))
      await tabs.thaw()
      await tabs.accept()
    }
    return seconds
  } finally {
    await close()
    await server.close()
  }
}

/** Accepts a listing, and returns the seconds until the server has applied it and every decision before. */
async function timeDecision(server: TestServer, { accept, accepted }: TwoTabs): Promise<number> {
  const startedAt = performance.now()
  await accept()
  for (;;) {
    const decided = new Set(await listDecidedIds(server))
    const tookMs = performance.now() - startedAt
    if (accepted.every((id) => decided.has(id))) return tookMs / 1_000
    if (tookMs > GIVE_UP_MS) throw new Error(`${decided.size} of ${accepted.length} arrived`)
    await wait(LOOK_MS)
  }
}
