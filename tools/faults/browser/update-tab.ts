import type { BrowserContext, Page } from 'playwright-core'
import { isPrecached } from '#build/first-screens-check.ts'
import { withoutNetworkNoise } from '#tests/browser/pages/panel-page.ts'
import { DESKTOP, openPage } from '#tests/support/browser/device.ts'
import type { Scene } from './update-scenes.ts'

// One tab in the update campaign: its screen, how often it was loaded, and whether a user can use it.

const LOOK_MS = 30_000 // timeout of `until`, for a busy machine
const LOOK_EVERY_MS = 40
/** Console messages about code that is no longer on the server, and about the reload that then loads current code. */
const STALE_NOISE =
  /status of 404|could not be shown|dynamically imported module|Unable to preload CSS|Not ready offline/
/** Not the line of "This device" about a build whose files another deploy has deleted, which is true. */
const FAILED = /cannot be shown|could not be loaded(?!\. If an ad blocker)/

export type BuildName = 'first' | 'next'

export interface Tab {
  page: Page
  scene: Scene
  isHidden: boolean
  /** Whether the tab was hard-reloaded. No worker controls it then, so it can load no old code after a deploy. */
  isHard: boolean
  /** How often the app has reloaded the page: the campaign resets this to 0 after each load that it caused itself. */
  loads: number
  noise: string[]
}

export async function openTab(context: BrowserContext, url: string, scene: Scene): Promise<Tab> {
  const { page, noise } = await openPage(context, DESKTOP)
  const tab: Tab = { page, scene, isHidden: false, isHard: false, loads: 0, noise }
  page.on('domcontentloaded', () => {
    tab.loads += 1
  })
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url())
    const isLost = answer.status() === 404 && pathname.startsWith('/assets/')
    // Only missing precached code is a finding: a page that misses other code, which works only online, reloads itself.
    if (isLost && !tab.isHard && isPrecached(pathname.slice(1)))
      noise.push(`asked for ${pathname}, which nobody has any more`)
  })
  await goTo(tab, url, scene)
  return tab
}

/** Loads the scene's URL and types its text. */
export async function goTo(tab: Tab, url: string, scene: Scene): Promise<void> {
  const { page } = tab
  const going = () => page.goto(`${url}${scene.address}`, { waitUntil: 'commit' })
  // The app's own reload at the same moment may cancel this navigation, so try it once more.
  await going().catch(going)
  await settle(page)
  if (scene.typed) await scene.typed.into(page).fill(scene.typed.text)
  tab.scene = scene
  tab.isHidden = false
  tab.isHard = false
  tab.loads = 0
}

/** Navigates within the page to the scene's URL, as a link does. */
export async function wander(tab: Tab, scene: Scene): Promise<void> {
  await tab.page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, scene.address)
  tab.scene = scene
}

/** Sets the page's visibility to hidden. */
export async function hide(tab: Tab): Promise<void> {
  tab.isHidden = true
  await tab.page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
}

/** A hard reload, as with Shift+Reload: the worker does not control the page afterwards. */
export async function reloadHard(tab: Tab): Promise<void> {
  const debug = await tab.page.context().newCDPSession(tab.page)
  tab.isHard = true
  await Promise.all([
    tab.page.waitForEvent('domcontentloaded'),
    debug.send('Page.reload', { ignoreCache: true }),
  ])
  await debug.detach()
  await settle(tab.page)
  tab.isHidden = false
  tab.loads = 0
}

/** Checks for a new build, as the browser does from time to time, and waits for the installation to end. */
export function lookForBuild(page: Page): Promise<'waiting' | 'none' | 'gone'> {
  const looked = page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.update().catch(() => undefined)
    while (registration?.installing) await new Promise((resolve) => setTimeout(resolve, 20))
    return registration?.waiting ? ('waiting' as const) : ('none' as const)
  })
  return looked.catch(() => 'gone') // the page was reloaded
}

export function readBuild(page: Page): Promise<BuildName | null> {
  const read = page.evaluate(() => ('buildMark' in globalThis ? 'next' : 'first') as BuildName)
  return read.catch(() => null)
}

/** The visible text; empty while the page loads. */
function readScreen(page: Page): Promise<string> {
  const read = page.locator('#root').allInnerTexts()
  return read.then(
    (words) => words.join().trim(),
    () => '',
  )
}

/** Waits until the screen shows text and returns it; null if the screen stays blank. */
export async function settle(page: Page): Promise<string | null> {
  let words = ''
  const isThere = await until(async () => {
    words = await readScreen(page)
    return words !== '' && words !== 'One moment...'
  })
  return isThere ? words : null
}

/** The state of the tab, to debug a finding. */
export async function describe({ page, isHard, isHidden, loads }: Tab): Promise<string> {
  const seen = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    return {
      address: location.href,
      visibility: document.visibilityState,
      controlled: navigator.serviceWorker.controller?.state,
      waiting: registration?.waiting?.state,
      prompt: document.querySelector('.edge-prompt')?.textContent,
      dialogs: document.querySelectorAll('dialog[open]').length,
      typed: [...document.querySelectorAll('input')].map(({ type, value }) => `${type} ${value}`),
    }
  })
  return JSON.stringify({ ...seen, isHard, isHidden, loads, build: await readBuild(page) })
}

/** Returns the violations in a tab: a blank or failed screen, repeated reloads, lost text, console messages. */
export async function judgeTab(tab: Tab, isCut: boolean): Promise<string[]> {
  const { page, scene } = tab
  const words = await settle(page)
  if (words === null) return [`${scene.name}: blank`]
  const findings: string[] = []
  if (!isCut && FAILED.test(words)) {
    const said = tab.noise.join('; ')
    findings.push(`${scene.name}: ${words.slice(-200)} ${said} ${await describe(tab)}`)
  }
  if (tab.loads > 1) findings.push(`${scene.name}: reloaded ${tab.loads} times`)
  const { typed } = scene
  const isKept = async () =>
    (await typed
      ?.into(page)
      .inputValue()
      .catch(() => '')) === typed?.text
  if (typed && !(await until(isKept))) findings.push(`${scene.name}: what was typed is gone`)
  const noise = withoutNetworkNoise(tab.noise.splice(0)).filter((said) => !STALE_NOISE.test(said))
  return [...findings, ...noise.map((said) => `${scene.name}: ${said}`)]
}

/** Polls until the condition holds. Returns false after LOOK_MS. */
export async function until(isSo: () => Promise<boolean>): Promise<boolean> {
  const end = Date.now() + LOOK_MS
  while (!(await isSo())) {
    if (Date.now() > end) return false
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  return true
}
