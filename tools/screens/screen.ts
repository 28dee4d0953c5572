import type { Page } from 'playwright-core'
import { DESKTOP, PHONE, TABLET } from '#tests/support/browser/device.ts'
import { waitForRequests, watchRequests } from '#tests/support/browser/page-rest.ts'
import type { Stage, Who } from './people.ts'

export const SIZES = { phone: PHONE, tablet: TABLET, desktop: DESKTOP }
export type SizeName = keyof typeof SIZES

/** A screen and how to open it: `npm run screens -- chromium` photographs it, and tests check its accessibility. */
export interface Screen {
  /** Also the prefix of the screenshots' file names. */
  name: string
  who: Who
  path: string
  /** Runs before the page is requested, for example to cut the network. */
  before?: ((page: Page) => Promise<unknown>) | undefined
  /** Runs after the page is requested; by default, waits until the page has finished loading. */
  prepare?: ((page: Page, stage: Stage) => Promise<unknown>) | undefined
  /** The sizes in which it can be opened, all by default. */
  sizes?: readonly SizeName[]
}

/** @throws an error with the text of the page, if the screen does not open */
export async function openScreen(page: Page, screen: Screen, stage: Stage): Promise<void> {
  watchRequests(page)
  await screen.before?.(page)
  await page.goto(`${stage.url}${screen.path}`)
  try {
    await (screen.prepare ?? comeToRest)(page, stage)
  } catch (error) {
    const shown = await page.locator('body').ariaSnapshot()
    throw new Error(`"${screen.name}" did not open. ${error}\nIt shows:\n${shown}`, {
      cause: error,
    })
  }
}

/** Waits until the page has finished loading: no request, no lazy screen, no visible placeholder. */
export async function comeToRest(page: Page): Promise<void> {
  await waitForRequests(page)
  await page.locator('main :is(h1, h2):visible').first().waitFor()
  await page.waitForFunction(() => {
    const empty = [...document.querySelectorAll('.skeleton, .revenue-placeholder')]
    return empty.every((place) => place.getBoundingClientRect().top > window.innerHeight)
  })
  await waitForRequests(page)
}

/** Makes screens of one person. */
export function screensOf(who: Who) {
  return (name: string, path: string, prepare?: Screen['prepare']): Screen => ({
    name,
    who,
    path,
    prepare,
  })
}

/** Waits until the text is shown. */
export function seeText(text: string | RegExp) {
  return (page: Page) => page.getByText(text).first().waitFor()
}

export function press(page: Page, name: string | RegExp): Promise<void> {
  return page.getByRole('button', { name, exact: true }).first().click()
}
