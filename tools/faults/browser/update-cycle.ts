import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext } from 'playwright-core'
import type { DemoRandom } from '#server/demo/demo-random.ts'
import type { Deployment } from '#tests/support/browser/deployment.ts'
import { decideOnAndOn } from './hurried-operator.ts'
import type { Intent } from './intent-model.ts'
import type { PlotMarket } from './market-of-plots.ts'
import { finishUpdate } from './update-ending.ts'
import { BOARD, pickPlace, pickScene, type Who } from './update-scenes.ts'
import {
  type BuildName,
  goTo,
  hide,
  judgeTab,
  lookForBuild,
  openTab,
  reloadHard,
  settle,
  type Tab,
  wander,
} from './update-tab.ts'

// One cycle of the update campaign: a deploy or rollback at a random moment, while one to three tabs are open.

const MOST_TABS = 3
const LONGEST_START_MS = 150 // from the beginning of a navigation to the deploy
const LONGEST_INSTALL_MS = 400 // from the beginning of a worker's installation to the next deploy
const BOARD_MS = 3_000 // timeout until the board appears; short, because the tab may show another screen
const MOMENTS = ['between', 'between', 'navigation', 'installation'] as const

/** A simulated user with a separate browser profile. */
export interface Person {
  who: Who
  context: BrowserContext
  tabs: Tab[]
}

export interface UpdateField {
  market: PlotMarket
  deployment: Deployment
  builds: Record<BuildName, string>
  deployed: BuildName
  /** What the campaign does now, for the error of a cycle that does not end. */
  stage: string
  listingId: string
  intents: Intent[]
  figures: typeof NO_FIGURES
}

export const NO_FIGURES = {
  deploys: 0,
  /** Tabs that were open during a deploy. */
  tabs: 0,
  accepted: 0,
  putOff: 0,
  /** Updates that the user applied by closing every tab. */
  closed: 0,
  /** Hidden tabs that reloaded to the new build by themselves. */
  followed: 0,
  /** Tabs that worked with the old build until the user reloaded them. */
  wentOn: 0,
  /** Pages that reloaded themselves because the server no longer had their code. */
  recovered: 0,
  /** Tabs in which something was typed. */
  typed: 0,
  /** Deploys after which the device lost its network. */
  cut: 0,
}

/** Plays one cycle and returns the violations of the guarantee. */
export async function playUpdate(
  field: UpdateField,
  person: Person,
  random: DemoRandom,
): Promise<string[]> {
  field.stage = 'arranging the tabs'
  await arrange(field, person, random)
  const { figures } = field
  figures.tabs += person.tabs.length
  figures.typed += person.tabs.filter(({ scene }) => scene.typed).length
  field.stage = 'the deploy'
  await deployInTheMiddle(field, person, random)
  const isCut = random.chance(0.15)
  if (isCut) {
    figures.cut += 1
    await field.market.network.cut()
  }
  const deciding = random.chance(0.7) ? decideOnce(field, person, random) : null
  field.stage = 'opening screens'
  await walkAbout(field, person, random)
  field.stage = 'the checks after the deploy'
  const findings = await judgeAll(person, isCut)
  if (isCut) await field.market.network.heal()
  // After a network cut, a reload must clear the error screens.
  if (isCut) await reloadFailed(person)
  for (const tab of person.tabs) {
    if (tab.loads === 0) continue
    figures.recovered += 1
    tab.loads = 0
    tab.isHidden = false // the reload has undone `hide`, which changes only the loaded document
  }
  if (random.chance(0.5)) await deciding
  field.stage = 'the end of the update'
  findings.push(...(await finishUpdate(field, person, random)))
  field.stage = 'the end of the decision'
  await deciding
  return findings
}

/** Closes, navigates, opens, hard-reloads and hides tabs at random. */
async function arrange({ market, listingId }: UpdateField, person: Person, random: DemoRandom) {
  const { context, tabs, who } = person
  const count = random.whole(1, MOST_TABS)
  for (const { page } of tabs.splice(count)) await page.close()
  for (const tab of tabs) {
    if (random.chance(0.6)) await goTo(tab, market.network.url, pickScene(who, random, listingId))
  }
  while (tabs.length < count) {
    tabs.push(await openTab(context, market.network.url, pickScene(who, random, listingId)))
  }
  for (const tab of tabs) {
    const { typed, isModal } = tab.scene
    if (random.chance(0.08) && !typed && !isModal) await reloadHard(tab)
    if (random.chance(0.4)) await hide(tab)
    tab.loads = 0
  }
}

async function deployInTheMiddle(field: UpdateField, { tabs, who }: Person, random: DemoRandom) {
  const tab = random.pick(tabs)
  const moment = random.pick(MOMENTS)
  if (moment === 'navigation') {
    const scene = pickPlace(who, random, field.listingId)
    const going = goTo(tab, field.market.network.url, scene)
    await wait(random.whole(0, LONGEST_START_MS))
    await deploy(field, tab)
    await going
    return
  }
  await deploy(field, tab)
  if (moment === 'installation') {
    const looking = lookForBuild(tab.page)
    await wait(random.whole(0, LONGEST_INSTALL_MS))
    await deploy(field, tab)
    await looking
  }
}

/** Replaces the deployed build with the other one, and clears the HTTP cache. */
async function deploy(field: UpdateField, { page }: Tab): Promise<void> {
  field.deployed = field.deployed === 'first' ? 'next' : 'first'
  field.figures.deploys += 1
  await field.deployment.deploy(field.builds[field.deployed])
  const debug = await page.context().newCDPSession(page)
  await debug.send('Network.clearBrowserCache')
  await debug.detach()
}

/** Opens screens whose code the page may not have loaded yet, while the browser checks for a new build. */
async function walkAbout(field: UpdateField, { tabs, who }: Person, random: DemoRandom) {
  const looking = random.pick(tabs)
  const looked = lookForBuild(looking.page)
  for (const tab of tabs) {
    const { typed, isModal } = tab.scene
    if (typed || isModal || random.chance(0.4)) continue
    await wander(tab, pickPlace(who, random, field.listingId))
  }
  await looked
}

/** Makes one decision on the board, in a tab without typed text or an open dialog. */
async function decideOnce(
  { market, intents }: UpdateField,
  { tabs, who }: Person,
  random: DemoRandom,
): Promise<void> {
  const board = tabs.find(({ scene }) => !scene.typed && !scene.isModal)
  if (!board || who !== 'operator') return
  const burst = { random, clicks: 1, idOf: market.idOf, intents, asked: () => {} }
  try {
    await wander(board, BOARD)
    await board.page.locator('.board-card').first().waitFor({ timeout: BOARD_MS })
    await decideOnAndOn(board.page, burst)
  } catch {
    // The board did not appear, or the page reloaded during the decision. The intent, if any, counts as not saved.
  }
}

async function judgeAll({ tabs }: Person, isCut: boolean): Promise<string[]> {
  const findings: string[] = []
  for (const tab of tabs) findings.push(...(await judgeTab(tab, isCut)))
  return findings
}

async function reloadFailed({ tabs }: Person): Promise<void> {
  for (const { page } of tabs) {
    const again = page.getByRole('button', { name: 'Try again' }).first()
    if (await again.isVisible()) await page.reload()
    await settle(page)
  }
}
