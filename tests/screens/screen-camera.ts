import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { DESKTOP, PHONE, TABLET } from '#tests/support/device.ts'
import type { People, Who } from './people.ts'

// How a screen is photographed: its viewport, not its whole length, in each size and both themes.

/** One screen, and how to come to it. Another one is another line in a list of these. */
export interface Screen {
  /** The beginning of its files' names. */
  name: string
  who: Who
  path: string
  /** What is different before the page is asked for, such as a network that does not answer. */
  before?: ((page: Page) => Promise<unknown>) | undefined
  /** What is done and waited for on the page before the picture; that the network rests, if absent. */
  prepare?: (page: Page) => Promise<unknown>
  /** Every size, if absent. */
  sizes?: readonly SizeName[]
}

export type SizeName = keyof typeof SIZES

const SIZES = { phone: PHONE, tablet: TABLET, desktop: DESKTOP }
const THEMES = ['light', 'dark'] as const
const QUALITY = 66 // small text is still without a halo

/** Fingers on a phone and a tablet: what a coarse pointer makes taller is seen so. */
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

/** Each size is a device of its own, on which that person has signed in and nothing else was done. */
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

/** Until nothing is under way: no call, no code of a screen, no place in the picture that is still empty. */
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
    // A request that passes through a worker is not seen by a page's routes.
    serviceWorkers: 'block',
    storageState: await studio.people.deviceOf(who),
  })
}

function sizeNames(): SizeName[] {
  return Object.keys(SIZES) as SizeName[] // of a constant that has no other keys
}
