// @module-tag long
import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { holdRequests } from '#tests/browser/pages/held-requests.ts'
import { sharedMarketTest } from '#tests/browser/pages/market-test.ts'
import { DESKTOP, PHONE } from '#tests/support/browser/device.ts'

// No layout shifts while a screen loads on a first visit, without saved copies.

const test = sharedMarketTest
  .extend('readsAhead', () => true)
  /** Signs the operator in, and returns the page. */
  .extend('panel', async ({ page, server }) => {
    await page.addInitScript(
      (token) => {
        // The session of an owner; the role determines the sections in the menu.
        const account = { id: 'owner', role: 'admin', staffRole: 'owner' }
        Object.assign(localStorage, { token, admin: 'true', session: JSON.stringify({ account }) })
      },
      await server.signIn(),
    )
    return page
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
  test.for([
    '/',
    '/login',
    '/account/sign-in',
    '/account/register',
    '/account/verify',
    '/privacy_policy',
    '/terms_conditions',
    '/grievance',
  ])('the public page %s has no layout shift', async (path, { page, url }) => {
    await page.setViewportSize(size)
    await watchShifts(page)
    await page.goto(`${url}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await listShifts(page)).toEqual([])
  })

  test.for([
    ['the dashboard', '', '.board-card'],
    ['the listings', '?section=property', '.row-open'],
    ['the users', '?section=users', '.row-open'],
    ['the loans', '?section=loans', '.row-open'],
  ] as const)(
    '%s has no layout shift when it replaces its skeleton',
    async ([, query, arrived], { panel: page, url }) => {
      await page.setViewportSize(size)
      await watchShifts(page)
      const drawn = page.locator('.skeleton').first().waitFor()
      await page.route('**/api/**', async (route) => {
        await drawn
        await route.continue()
      })
      await page.goto(`${url}/dashboard${query}`)
      await drawn
      await page.locator(arrived).first().waitFor()
      expect(await listShifts(page)).toEqual([])
    },
  )
})

test.for([
  ['the payments', ''],
  ['the listings', '?section=property'],
  ['the users', '?section=users'],
  ['the loans', '?section=loans'],
] as const)(
  'on a phone the skeleton of %s has cards as high as the real ones',
  async ([, query], { panel: page, url }) => {
    const letThrough = await holdRequests(page, '**/api/**')
    await page.goto(`${url}/dashboard${query}`)
    const expected = await heightOf(page.locator('.table-skeleton-row').first())
    letThrough()
    // The payments render only when they are nearly in view.
    await page.locator('.row-card').first().scrollIntoViewIfNeeded()
    expect(Math.abs((await heightOf(page.locator('.row-card').first())) - expected)).toBeLessThan(2)
  },
)

test("on a phone choosing a status does not change the card's height, although an Undo button appears", async ({
  panel: page,
  url,
}) => {
  await page.goto(`${url}/dashboard?section=property`)
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
})

const heightOf = (part: Locator) => part.evaluate((one) => one.getBoundingClientRect().height)

/** Records layout shifts from the first frame. */
function watchShifts(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const entries: PerformanceEntry[] = []
    const observer = new PerformanceObserver((list) => entries.push(...list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { listShifts: () => [...entries, ...observer.takeRecords()] })
  })
}

/** Returns the layout shifts until every skeleton is gone and two more frames were painted. */
async function listShifts(page: Page): Promise<Shift[]> {
  await page.waitForFunction(() => !document.querySelector('.skeleton'))
  const shifts = await page.evaluate(async () => {
    // Layout shifts of a frame are reported in the next frame.
    for (const _frame of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve))
    const entries = Reflect.get(window, 'listShifts')() as LayoutShift[] // set by `watchShifts`
    return entries.map(({ value, sources }) => ({
      value,
      moved: sources.map(({ node }) => node?.className ?? 'something that is gone'),
    }))
  })
  return shifts.filter(({ value }) => value >= SEEN)
}
