import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { DESKTOP, PHONE, TABLET } from '#tests/support/browser/device.ts'
import type { People, Who } from './people.ts'

// Takes screenshots of a screen's viewport, not of the whole page, in each size and both themes.

/** A screen and how to open it. */
export interface Screen {
  /** The prefix of the screenshots' file names. */
  name: string
  who: Who
  path: string
  /** Runs before the page is requested, for example to cut the network. */
  before?: ((page: Page) => Promise<unknown>) | undefined
  /** Prepares the page for the screenshot; by default, waits until the page has finished loading. */
  prepare?: (page: Page) => Promise<unknown>
  /** All sizes by default. */
  sizes?: readonly SizeName[]
}

export type SizeName = keyof typeof SIZES

const SIZES = { phone: PHONE, tablet: TABLET, desktop: DESKTOP }
const THEMES = ['light', 'dark'] as const
const QUALITY = 66 // of the JPEG: the lowest at which small text has no visible artefacts

/** Phones and tablets have a touch screen, for which the app makes controls taller. */
const HANDS: Record<SizeName, { isMobile: boolean; hasTouch: boolean }> = {
  phone: { isMobile: true, hasTouch: true },
  tablet: { isMobile: true, hasTouch: true },
  desktop: { isMobile: false, hasTouch: false },
}

export interface Studio {
  browser: Browser
  url: string
  people: People
  folder: string
}

/** Takes the screenshots of all sizes, each on a new device with only the person's prepared storage. */
export async function photograph(studio: Studio, screen: Screen): Promise<void> {
  await Promise.all((screen.sizes ?? sizeNames()).map((size) => photographIn(studio, size, screen)))
}

async function photographIn(studio: Studio, size: SizeName, screen: Screen): Promise<void> {
  const context = await openDevice(studio, size, screen.who)
  const page = await context.newPage()
  await screen.before?.(page)
  await page.goto(`${studio.url}${screen.path}`)
  await (screen.prepare ?? comeToRest)(page)
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const path = join(studio.folder, `${screen.name}-${size}-${colorScheme}.jpg`)
    await page.screenshot({ path, type: 'jpeg', quality: QUALITY })
  }
  await context.close()
}

/** Waits until the page has finished loading: no request, no lazy screen, no visible placeholder. */
export async function comeToRest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.locator('main :is(h1, h2)').first().waitFor()
  await page.waitForFunction(() => {
    const empty = [...document.querySelectorAll('.skeleton, .revenue-placeholder')]
    return empty.every((place) => place.getBoundingClientRect().top > window.innerHeight)
  })
  await page.waitForLoadState('networkidle')
}

async function openDevice(studio: Studio, size: SizeName, who: Who): Promise<BrowserContext> {
  return studio.browser.newContext({
    viewport: SIZES[size],
    ...HANDS[size],
    reducedMotion: 'reduce',
    // A page's routes do not intercept requests of a service worker.
    serviceWorkers: 'block',
    storageState: await studio.people.deviceOf(who),
  })
}

function sizeNames(): SizeName[] {
  return Object.keys(SIZES) as SizeName[] // the constant has no other keys
}
