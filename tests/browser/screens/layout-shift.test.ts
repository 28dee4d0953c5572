// @module-tag long
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { holdRequests } from '#tests/browser/pages/held-requests.ts'
import { type Market, openMarket } from '#tests/browser/pages/marketplace.ts'
import {
  DESKTOP,
  PHONE,
  type SharedBrowser,
  startSharedBrowser,
} from '#tests/support/browser/device.ts'

// No layout shifts while a screen loads on a first visit, without saved copies.

let market: Market
let browser: SharedBrowser

beforeAll(async () => {
  ;[market, browser] = await Promise.all([openMarket(), startSharedBrowser()])
})

afterAll(async () => {
  await browser.close()
  await market.close()
})

interface Shift {
  value: number
  moved: string[]
}

/** The browser's layout-shift entry, which TypeScript's DOM library lacks. */
interface LayoutShift {
  value: number
  sources: { node?: Element }[]
}

/** Smaller layout-shift values are invisible: if a whole screen of 1000 px moves, it moves by less than a pixel. */
const SEEN = 0.0005

const SIZES = [
  { name: 'a phone', size: PHONE },
  { name: 'a desktop', size: DESKTOP },
]

describe.each(SIZES)('on $name', ({ size }) => {
  test.each([
    '/',
    '/login',
    '/account/sign-in',
    '/account/register',
    '/account/verify',
    '/privacy_policy',
    '/terms_conditions',
  ])('the public page %s has no layout shift', async (path) => {
    const page = await openWatched(size)
    await page.goto(`${market.network.url}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await listShifts(page)).toEqual([])
  })

  test.each([
    ['the dashboard', '', '.board-card'],
    ['the listings', '?section=property', '.row-open'],
    ['the users', '?section=users', '.row-open'],
    ['the loans', '?section=loans', '.row-open'],
  ])('%s has no layout shift when it replaces its skeleton', async (_name, query, arrived) => {
    const page = await openWatched(size, await market.server.signIn())
    const drawn = page.locator('.skeleton').first().waitFor()
    await page.route('**/api/**', async (route) => {
      await drawn
      await route.continue()
    })
    await page.goto(`${market.network.url}/dashboard${query}`)
    await drawn
    await page.locator(arrived).first().waitFor()
    expect(await listShifts(page)).toEqual([])
  })
})

test.each([
  ['the payments', ''],
  ['the listings', '?section=property'],
  ['the users', '?section=users'],
  ['the loans', '?section=loans'],
])('on a phone the skeleton of %s has cards as high as the real ones', async (_name, query) => {
  const page = await openWatched(PHONE, await market.server.signIn())
  const letThrough = await holdRequests(page, '**/api/**')
  await page.goto(`${market.network.url}/dashboard${query}`)
  const expected = await heightOf(page.locator('.table-skeleton-row').first())
  letThrough()
  // The payments render only when they are nearly in view.
  await page.locator('.row-card').first().scrollIntoViewIfNeeded()
  expect(Math.abs((await heightOf(page.locator('.row-card').first())) - expected)).toBeLessThan(2)
  await page.context().close()
})

test("on a phone choosing a status does not change the card's height, although an Undo button appears", async () => {
  const page = await openWatched(PHONE, await market.server.signIn())
  await page.goto(`${market.network.url}/dashboard?section=property`)
  const card = page.locator('.row-card').first()
  const before = await heightOf(card)
  // Waits for the databases, without which no decision is saved. On a first visit, they are created after the first
  // screen is shown.
  const countDatabases = () => page.evaluate(async () => (await indexedDB.databases()).length)
  await expect.poll(countDatabases).toBe(2)
  await page.context().setOffline(true)
  await card.getByRole('combobox').selectOption('Rejected')
  await card.getByRole('button', { name: 'Undo' }).waitFor()
  expect(await heightOf(card)).toBe(before)
  await page.context().close()
})

const heightOf = (part: Locator) => part.evaluate((one) => one.getBoundingClientRect().height)

/** Opens a page on a new device and records layout shifts from the first frame. A token signs the operator in. */
async function openWatched(size: typeof PHONE, token = ''): Promise<Page> {
  const page = await (await browser.open()).newPage()
  await page.setViewportSize(size)
  await page.addInitScript((token) => {
    // The session of an owner; the role determines the sections in the menu.
    const session = JSON.stringify({ account: { id: 'owner', role: 'admin', staffRole: 'owner' } })
    if (token) Object.assign(localStorage, { token, admin: 'true', session })
    const entries: PerformanceEntry[] = []
    const observer = new PerformanceObserver((list) => entries.push(...list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { listShifts: () => [...entries, ...observer.takeRecords()] })
  }, token)
  return page
}

/** Returns the layout shifts until every skeleton is gone and two more frames were painted. Closes the page. */
async function listShifts(page: Page): Promise<Shift[]> {
  await page.waitForFunction(() => !document.querySelector('.skeleton'))
  const shifts = await page.evaluate(async () => {
    // Layout shifts of a frame are reported in the next frame.
    for (const _frame of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve))
    const entries = Reflect.get(window, 'listShifts')() as LayoutShift[] // set by `openWatched`
    return entries.map(({ value, sources }) => ({
      value,
      moved: sources.map(({ node }) => node?.className ?? 'something that is gone'),
    }))
  })
  await page.context().close()
  return shifts.filter(({ value }) => value >= SEEN)
}
