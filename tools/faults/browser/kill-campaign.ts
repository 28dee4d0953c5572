import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { type DemoRandom, makeDemoRandom } from '#server/demo/demo-random.ts'
import { installWorker, readDeviceStorage, signIn } from '#tests/browser/pages/panel-page.ts'
import type { Chromium } from '#tests/support/browser/chromium.ts'
import { createDevice, type Device } from '#tests/support/browser/device.ts'
import type { Fault } from '#tests/support/network/fault-proxy.ts'
import { decideOnAndOn } from './hurried-operator.ts'
import { type Intent, judgeEffects } from './intent-model.ts'
import { openPlotMarket, type PlotMarket } from './market-of-plots.ts'
import { makeRoughFate } from './rough-network.ts'
import { endSellerDevice, openSellerDevice, playSellerCycle } from './seller-cycle.ts'

// Kills the browser of an operator's device again and again in the middle of bursts of decisions, and that of a seller's
// (seller-cycle.ts) while listings with photos are sent, on a network that drops, cuts, duplicates and falsifies messages. At
// the end the server's audit log must match the decisions shown as saved, and its listings the submissions.

const MOODS = ['calm', 'rough', 'rough', 'gone'] as const
type Mood = (typeof MOODS)[number]
const LONGEST_BURST = 10 // decisions; fewer than the board shows
const LONGEST_MOMENT_MS = 120 // from the last click to the kill; storing a decision takes 5 to 20 ms, and so does sending
const LONGEST_REPLAY_MS = 500 // from a start of the browser to its kill; sending begins after about half of that
const STARTUP_KILLS = 0.25
const DOUBLE_KILLS = 0.2
const LISTINGS_A_CYCLE = 16 // more than a burst decides, so that undecided listings are left for later cycles
const DRAIN_MS = 90_000 // the guarantee: all changes are sent within this time after the network is back

export interface CampaignOptions {
  seed: string
  cycles: number
  chromium: Chromium
  distDir: string
  onCycle?: (cycle: number, asked: number) => void
}

interface Campaign {
  market: PlotMarket
  device: Device
  intents: Intent[]
  kills: number
}

export async function runKillCampaign(options: CampaignOptions) {
  const market = await openPlotMarket(options.distDir, options.cycles * LISTINGS_A_CYCLE)
  const device = await createDevice(options.chromium)
  const campaign: Campaign = { market, device, intents: [], kills: 0 }
  const seller = await openSellerDevice(market, options.chromium)
  try {
    const { browser, databaseId } = await signInOnce(campaign)
    for (let cycle = 1; cycle <= options.cycles; cycle += 1) {
      await playCycle(campaign, makeDemoRandom(`${options.seed} ${cycle}`))
      await playSellerCycle(seller, makeDemoRandom(`${options.seed} seller ${cycle}`))
      options.onCycle?.(cycle, campaign.intents.length)
    }
    const { rows, databaseId: lastId, ...ended } = await drain(campaign)
    // The outbox's database was recreated if the browser had lost it.
    const isRecreated = lastId !== databaseId
    const postings = await endSellerDevice(seller)
    return { ...(await report(campaign, rows)), ...ended, isRecreated, browser, postings }
  } finally {
    await device.dispose()
    await seller.device.dispose()
    await market.close()
  }
}

async function signInOnce({ device, market }: Campaign) {
  const context = await device.start()
  const page = await context.newPage()
  await signIn(page, market.network.url, market.server.operator)
  await installWorker(page)
  await page.locator('.board-card').first().waitFor()
  const browser = context.browser()?.version() ?? 'unknown'
  const { databaseId } = await readOutbox(page)
  if (databaseId === null) throw new Error('The outbox has no id yet.')
  await device.stop()
  return { browser, databaseId }
}

async function playCycle(campaign: Campaign, random: DemoRandom): Promise<void> {
  await setMood(campaign.market, random.pick(MOODS), random)
  if (!random.chance(STARTUP_KILLS)) {
    await burstAndDie(campaign, random)
    if (!random.chance(DOUBLE_KILLS)) return
  }
  await startAndDie(campaign, random)
}

async function setMood({ network }: PlotMarket, mood: Mood, random: DemoRandom): Promise<void> {
  network.setFate(mood === 'rough' ? makeRoughFate(random) : null)
  if (mood === 'gone') await network.cut()
  else await network.heal()
}

/** Kills the browser shortly after the last click of a burst. */
async function burstAndDie(campaign: Campaign, random: DemoRandom): Promise<void> {
  const { device, market, intents } = campaign
  const page = await openBoard(campaign)
  await page.locator('.board-card').first().waitFor()
  const clicks = random.whole(1, LONGEST_BURST)
  const lifeMs = random.whole(0, LONGEST_MOMENT_MS)
  let isKilled = false
  await new Promise<void>((resolve, reject) => {
    const asked = () => setTimeout(resolve, lifeMs)
    const burst = { random, clicks, asked, idOf: market.idOf, intents }
    decideOnAndOn(page, burst).catch((error) => {
      // After the kill, the pending Playwright call rejects, as expected.
      if (!isKilled) reject(error)
    })
  })
  isKilled = true
  await device.kill()
  campaign.kills += 1
}

/** Kills the browser while it starts and sends changes that the previous run left in the queue. */
async function startAndDie(campaign: Campaign, random: DemoRandom): Promise<void> {
  await openBoard(campaign)
  await wait(random.whole(0, LONGEST_REPLAY_MS))
  await campaign.device.kill()
  campaign.kills += 1
}

async function openBoard({ device, market }: Campaign): Promise<Page> {
  const context = await device.start()
  const [page = await context.newPage()] = context.pages()
  await page.goto(`${market.network.url}/dashboard`, { waitUntil: 'commit' })
  return page
}

/**
 * Ends the faults of the network and waits for the empty outbox. `undrained`: the text of the outbox screen if changes were
 * still queued at the end. `drainMs` includes the browser's start.
 */
async function drain({ device, market }: Campaign) {
  market.network.setFate(null)
  await market.network.heal()
  const since = Date.now()
  const context = await device.start()
  const page = await context.newPage()
  await page.goto(`${market.network.url}/dashboard?section=outbox`)
  try {
    await page.getByText('Nothing is waiting').waitFor({ timeout: DRAIN_MS })
    const drainMs = Date.now() - since
    return { undrained: null, drainMs, ...(await readOutbox(page)) }
  } catch {
    const undrained = (await page.getByRole('main').textContent()) ?? 'an empty screen'
    return { undrained, drainMs: Date.now() - since, ...(await readOutbox(page)) }
  }
}

/** The outbox's rows as text, its database's id, and whether the screen reports a loss. */
async function readOutbox(page: Page) {
  const { databases } = await readDeviceStorage(page)
  const { changes = [], counters = [] } = databases['outbox'] ?? {}
  const probe = (counters as { name: string; value: number }[]).find(({ name }) => name === 'probe')
  return {
    rows: changes.map((row) => JSON.stringify(row)),
    databaseId: probe?.value ?? null,
    isLossTold: await page.getByText("The browser deleted this site's data").isVisible(),
  }
}

/**
 * `findings`: effects on the server that do not follow from the intents; must be empty. `stories`, to debug them: the
 * listing's intents and requests, and its data on the device. `keys`: how many changes took effect.
 */
async function report({ market, intents, kills }: Campaign, rows: readonly string[]) {
  const effects = await market.listEffects()
  const faults: Partial<Record<Fault, number>> = {}
  for (const { fault } of market.network.changes) faults[fault] = (faults[fault] ?? 0) + 1
  const findings = judgeEffects(intents, effects, market.listSightings())
  const tell = (listingId: string) =>
    [
      ...intents
        .filter((one) => one.listingId === listingId)
        .map((one) => ({ ...one, is: 'asked' })),
      ...market.network.changes.filter(({ path }) => path.includes(listingId)),
      ...effects.filter((one) => one.listingId === listingId),
    ]
      .map((one) => JSON.stringify(one))
      .concat(rows.filter((row) => row.includes(listingId)))
      .join('\n')
  return {
    asked: intents.length,
    saved: intents.filter(({ isSaved }) => isSaved).length,
    effects: effects.length,
    keys: new Set(effects.map(({ key }) => key)).size,
    kills,
    faults,
    findings,
    stories: findings.flatMap(({ listingId }) => (listingId ? [tell(listingId)] : [])),
  }
}
