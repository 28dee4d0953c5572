import type { DemoRandom } from '#server/demo/demo-random.ts'
import type { Person, UpdateField } from './update-cycle.ts'
import { BOARD, EVENTS, pickPlace, type Scene } from './update-scenes.ts'
import {
  describe,
  goTo,
  judgeTab,
  lookForBuild,
  openTab,
  readBuild,
  settle,
  type Tab,
  until,
  wander,
} from './update-tab.ts'

// How a user reacts to the new build (accepts it, postpones it, or closes the app), and the checks after each reaction.

const ENDINGS = ['take', 'take', 'put off', 'close'] as const
const LOOKS = 5 // maximum number of checks for a new build; each retries an installation that another deploy broke

export async function finishUpdate(
  field: UpdateField,
  person: Person,
  random: DemoRandom,
): Promise<string[]> {
  const ending = random.pick(ENDINGS)
  const { figures } = field
  if (ending === 'put off') {
    figures.putOff += 1
    return putOff(person)
  }
  const isWaiting = await lookUntilWaiting(person)
  if (ending === 'close') {
    figures.closed += 1
    return closeAll(field, person)
  }
  if (!isWaiting) return []
  figures.accepted += 1
  const taker = await findTaker(field, person, random)
  if (!taker) return ['no tab offers the new build']
  return [...(await take(field, taker)), ...(await judgeOthers(field, person, taker, random))]
}

async function lookUntilWaiting({ tabs }: Person): Promise<boolean> {
  for (let look = 1; look <= LOOKS; look += 1) {
    const [tab] = tabs
    if (tab && (await lookForBuild(tab.page)) === 'waiting') return true
  }
  return false
}

/** Presses "Later" in every tab that offers the update. Every tab must still work. */
async function putOff({ tabs }: Person): Promise<string[]> {
  const findings: string[] = []
  for (const tab of tabs) {
    const later = tab.page.getByRole('button', { name: 'Later' }).first()
    if (!tab.scene.isModal && (await later.isVisible())) await later.click()
    findings.push(...(await judgeTab(tab, false)))
  }
  return findings
}

/** Closes every tab. The next page must have the new build. */
async function closeAll({ market, deployed }: UpdateField, person: Person): Promise<string[]> {
  const { url } = market.network
  const beside = await person.context.newPage()
  for (const { page } of person.tabs.splice(0)) await page.close()
  const tab = await openTab(person.context, url, startOf(person))
  await beside.close()
  person.tabs.push(tab)
  // The browser activates the waiting worker only a moment after the last page of the app is gone.
  const isNew = await until(async () => {
    if ((await readBuild(tab.page)) === deployed) return true
    await tab.page.goto('about:blank')
    await goTo(tab, url, startOf(person))
    return false
  })
  return [
    ...(isNew ? [] : ['closed, it opens with the old build']),
    ...(await judgeTab(tab, false)),
  ]
}

function startOf({ who }: Person): Scene {
  return who === 'operator' ? BOARD : EVENTS
}

/** Returns a tab that shows the "Update" button. Opens a new tab if none does; null if that does not show it either. */
async function findTaker({ market }: UpdateField, person: Person, random: DemoRandom) {
  const free = person.tabs.filter(({ scene }) => !scene.isModal)
  const offers: Tab[] = []
  for (const tab of free) {
    if (await offer(tab).isVisible()) offers.push(tab)
  }
  if (offers.length > 0) return random.pick(offers)
  const tab = await openTab(person.context, market.network.url, startOf(person))
  person.tabs.push(tab)
  return (await until(() => offer(tab).isVisible())) ? tab : null
}

const offer = ({ page }: Tab) => page.getByRole('button', { name: 'Update', exact: true })

async function take({ deployed }: UpdateField, tab: Tab): Promise<string[]> {
  tab.loads = 0
  await offer(tab).click()
  const isNew = await until(async () => tab.loads > 0 && (await readBuild(tab.page)) === deployed)
  const findings = await judgeTab(tab, false)
  tab.loads = 0
  return isNew ? findings : ['the update that was taken did not come', ...findings]
}

/**
 * Every other tab must get the new build: a hidden tab without unfinished work by itself, any other tab by a reload.
 * Until its reload, a tab must work.
 */
async function judgeOthers(
  field: UpdateField,
  person: Person,
  taker: Tab,
  random: DemoRandom,
): Promise<string[]> {
  const { deployed, figures } = field
  const findings: string[] = []
  for (const tab of person.tabs) {
    if (tab === taker) continue
    const isFree = tab.isHidden && !tab.scene.typed && !tab.scene.isModal
    const isNew = async () => (await readBuild(tab.page)) === deployed
    const isBehind = !(isFree ? await until(isNew) : await isNew())
    // A hard-reloaded tab may lack the code that reloads it.
    if (isBehind && isFree && !tab.isHard)
      findings.push(`nobody looks, and it stays behind: ${await describe(tab)}`)
    if (!isBehind && tab.loads > 0) figures.followed += 1
    if (isBehind) findings.push(...(await goOnAndReload(field, person, tab, random)))
    findings.push(...(await judgeTab(tab, false)))
    tab.loads = 0
    if (!(await until(isNew))) findings.push(`stays with the old build: ${await describe(tab)}`)
    tab.isHidden = false
  }
  return findings
}

/** Opens a screen that a tab with the old build has not loaded yet; then reloads the tab, unless it reloaded itself. */
async function goOnAndReload(
  { figures, listingId }: UpdateField,
  { who }: Person,
  tab: Tab,
  random: DemoRandom,
): Promise<string[]> {
  const isTold = await until(async () => (await reloadOf(tab).count()) > 0)
  // A hard-reloaded tab has no worker: if the server has deleted the code of the notice, the tab cannot show it.
  if (!isTold && !tab.isHard) return [`is not told that it is behind: ${await describe(tab)}`]
  const loadsBefore = tab.loads
  if (!tab.scene.typed && !tab.scene.isModal) {
    await wander(tab, pickPlace(who, random, listingId))
  }
  const findings = await judgeTab(tab, false)
  if (tab.loads > loadsBefore) {
    figures.recovered += 1
    return findings
  }
  figures.wentOn += 1
  tab.loads = 0
  if (tab.scene.isModal || !isTold) await tab.page.reload()
  else await reloadOf(tab).click()
  await until(async () => tab.loads > 0)
  await settle(tab.page)
  return findings
}

const reloadOf = ({ page }: Tab) => page.locator('.edge-prompt').getByText('Reload')
