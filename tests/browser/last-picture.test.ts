import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  DESKTOP,
  openPage,
  PHONE,
  type SharedBrowser,
  startSharedBrowser,
} from '#tests/support/device.ts'
import { holdRequests } from './held-requests.ts'
import { type Market, openMarket } from './marketplace.ts'
import { findInTable, goToSection, pendingNames, signIn } from './panel-page.ts'
import { signOutOfPanel } from './screen-tour.ts'

// The panel opened again shows at once what was seen last, and its own drawing of it as soon as its code is there.

let market: Market
let browser: SharedBrowser
let context: BrowserContext
let page: Page
let noise: string[]

beforeAll(async () => {
  ;[market, browser] = await Promise.all([openMarket(), startSharedBrowser()])
})

afterAll(async () => {
  await browser.close()
  await market.close()
})

beforeEach(async () => {
  context = await browser.open()
  // The worker answers what a route would hold back.
  await context.addInitScript('delete Navigator.prototype.serviceWorker')
  ;({ page, noise } = await openPage(context, PHONE))
  await signIn(page, market.network.url, market.server.operator)
  await figure(page).waitFor()
  await pendingNames(page, 2)
})

afterEach(() => context.close())

const figure = (of: Page) => of.locator('.stat-value[data-value]').first()
const picture = () => page.locator('[data-picture]')
/** The picture that is kept when the page is hidden as it is now. */
const hide = (before: () => void = () => {}) =>
  page.evaluate(`(${before})();
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    Reflect.deleteProperty(document, 'visibilityState');
    localStorage.getItem('picture')`) as Promise<string | null>

/** Not within a second of a change, or of the first look at the outbox. */
const leave = async () => {
  await expect.poll(() => hide()).not.toBe(null)
  await page.goto('about:blank')
}
/** What the device has of it, asked by a page of this origin that shows nothing. */
async function isKept(): Promise<boolean> {
  const beside = await context.newPage()
  await beside.goto(`${market.network.url}/favicon.svg`)
  const kept = await beside.evaluate(() => localStorage.getItem('picture'))
  await beside.close()
  return kept !== null
}

/** Opens the panel without its code; what is given back lets that through. */
async function openWithoutCode(address = '/dashboard'): Promise<() => Promise<void>> {
  const letThrough = await holdRequests(page, '**/assets/*.js')
  await page.goto(`${market.network.url}${address}`, { waitUntil: 'commit' })
  await page.locator('#splash').waitFor({ state: 'attached' })
  return async () => {
    letThrough()
    await page.locator('#root > .shell').waitFor()
  }
}

test('the first view is there before the code, does nothing, and becomes the app without a move', async () => {
  const [name = ''] = await pendingNames(page, 1)
  const seen = await figure(page).textContent()
  const places = () =>
    page
      .locator('.stat-value, .page-title, .board-card:first-child')
      .evaluateAll((all) => all.map((one) => ({ ...one.getBoundingClientRect().toJSON() })))
  const before = await places()
  // What is further down is no part of it, wherever the page was left.
  await page.evaluate(() => window.scrollTo(0, 500))
  await leave()
  const letThrough = await openWithoutCode()
  await picture().waitFor({ state: 'attached' })
  expect(await figure(page).textContent()).toBe(seen)
  expect(await places()).toEqual(before)
  expect(await page.locator('table, .chart-picture').count()).toBe(0)
  expect(await page.locator('.sync-status').isVisible()).toBe(false)
  // Nothing in it takes a press, or the focus.
  await page.mouse.click(100, 564)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('body')
  await letThrough()
  await page.getByRole('button', { name: 'Accept' }).first().waitFor()
  expect(await picture().count()).toBe(0)
  await figure(page).waitFor()
  expect(await places()).toEqual(before)
  expect(await pendingNames(page, 1)).toEqual([name])
  expect(noise).toEqual([])
})

test('it serves one start, on a screen of the same width, at the address of the panel', async () => {
  await leave()
  expect(await isKept()).toBe(true)
  await openWithoutCode()
  await picture().waitFor({ state: 'attached' })
  expect(await isKept()).toBe(false)
  await page.goto('about:blank')
  await openWithoutCode()
  expect(await picture().count()).toBe(0)
})

test.each([
  ['another width', async () => page.setViewportSize({ width: 844, height: 390 }), '/dashboard'],
  ['another section', async () => undefined, '/dashboard?section=property'],
])('there is none for %s', async (_what, turn, address) => {
  await leave()
  expect(await isKept()).toBe(true)
  await turn()
  const letThrough = await openWithoutCode(address)
  expect(await picture().count()).toBe(0)
  await letThrough()
  expect(noise).toEqual([])
})

test('a decision in another tab takes it away: it would show it undone', async () => {
  const { page: other } = await openPage(context, PHONE)
  const [name = ''] = await pendingNames(page, 1)
  await findInTable(other, market.network.url, name)
  await leave()
  expect(await isKept()).toBe(true)
  await other.getByLabel(`Status of ${name}`).first().selectOption('approved')
  await expect.poll(isKept).toBe(false)
})

test('a decision is in the next one, once it is drawn', async () => {
  const [name = '', next = ''] = await pendingNames(page, 2)
  await expect.poll(() => hide()).toContain(name)
  expect(
    await hide(() => document.querySelector<HTMLElement>('[data-variant="accept"]')?.click()),
  ).toBe(null)
  await expect.poll(() => pendingNames(page, 1)).toEqual([next])
  await leave()
  await openWithoutCode()
  await picture().waitFor({ state: 'attached' })
  expect(await pendingNames(page, 1)).toEqual([next])
})

test('a section that was seen before it is no part of it', async () => {
  await goToSection(page, 'User Management')
  const person = await page
    .getByRole('list', { name: 'Users' })
    .locator('.row-card-title')
    .first()
    .textContent()
  await goToSection(page, 'Dashboard')
  await expect.poll(() => hide()).toContain('Dashboard')
  expect(person).toBeTruthy()
  expect(await page.locator('[hidden] .row-card-title').allTextContents()).toContain(person)
  expect(await hide()).not.toContain(person)
})

test('it goes when the page is seen again', async () => {
  await expect.poll(() => hide()).not.toBe(null)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  expect(await page.evaluate(() => localStorage.getItem('picture'))).toBe(null)
})

test('there is none of a dashboard that could not be read', async () => {
  await expect.poll(() => hide()).not.toBe(null)
  await page.route('**/api/admin/dashboard-stats', (route) => route.fulfill({ status: 500 }))
  await page.evaluate(() => indexedDB.deleteDatabase('cache'))
  await page.reload()
  await page.locator('.empty-state[data-tone="error"]').waitFor()
  expect(await hide()).toBe(null)
})

test.each([
  [
    'a session that is over',
    () => {
      const session = JSON.parse(localStorage.getItem('session') ?? '')
      localStorage.setItem(
        'session',
        JSON.stringify({ ...session, expiresAt: '2026-01-01T00:00:00Z' }),
      )
    },
  ],
  ['a flag that is gone', () => localStorage.removeItem('admin')],
])('there is none for %s', async (_what, change) => {
  await leave()
  await page.goto(`${market.network.url}/favicon.svg`)
  expect(await page.evaluate(() => localStorage.getItem('picture'))).not.toBe(null)
  await page.evaluate(change)
  await openWithoutCode()
  expect(await picture().count()).toBe(0)
})

test('it goes with the session', async () => {
  const { page: other } = await openPage(context, DESKTOP)
  await other.goto(`${market.network.url}/dashboard?section=users`)
  await other.getByRole('button', { name: 'Logout' }).waitFor()
  await leave()
  expect(await isKept()).toBe(true)
  await signOutOfPanel(other, market.network.url, 'Sign out')
  expect(await isKept()).toBe(false)
})
