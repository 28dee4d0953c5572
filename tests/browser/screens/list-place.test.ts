// @module-tag long
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { operatorTest } from '#tests/browser/pages/market-test.ts'
import { deleteElsewhere } from '#tests/browser/pages/other-desk.ts'
import { openProperties } from '#tests/browser/pages/panel-page.ts'
import { DESKTOP, PHONE } from '#tests/support/browser/device.ts'

// In a long list, the row that a user is reading keeps its position while rows are added and removed.

const test = operatorTest.extend('readsAhead', () => true)

test.for([
  ['on a phone', PHONE],
  ['on a desktop', DESKTOP],
] as const)(
  'a listing deleted on another device moves no visible row %s',
  async ([, size], { page, url, server }) => {
    await openList(page, url, size)
    const first = await rows(page).first().getAttribute('data-row')
    await scrollDeep(page)
    const id = await idInView(page)
    const topPx = await topOf(rowOf(page, id))
    await askAgainAfter(page, () => deleteElsewhere({ server }, first ?? ''))
    await expectTop(rowOf(page, id), topPx)
  },
)

test('deleting the card below an expanded card does not move the expanded card', async ({
  page,
  url,
}) => {
  await openList(page, url, PHONE)
  await scrollDeep(page) // skips cards, so most cards above were never rendered
  const id = await idInView(page)
  const card = rowOf(page, id)
  const cardBelow = page.locator(`[data-row="${id}"] + [data-row]`)
  const idBelow = (await cardBelow.getAttribute('data-row')) ?? ''
  await card.getByRole('button', { name: /^More about / }).click()
  await press(rowOf(page, idBelow).getByRole('button', { name: /^Delete / }))
  const question = page.getByRole('alertdialog')
  await question.waitFor()
  const topPx = await topOf(card)
  await question.getByRole('button', { name: 'Delete' }).click()
  await rowOf(page, idBelow).waitFor({ state: 'detached' })
  await expectTop(card, topPx)
})

test('the last card expands downwards, even after rows above were removed', async ({
  page,
  url,
  server,
}) => {
  await openList(page, url, PHONE)
  const first = await rows(page).first().getAttribute('data-row')
  await scrollDeep(page)
  await askAgainAfter(page, () => deleteElsewhere({ server }, first ?? ''))
  const last = page.locator('[data-row]:nth-last-child(1)')
  const isLast = () =>
    last.evaluate((card) => card.ariaPosInSet === card.ariaSetSize && card.querySelector('dl'))
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect.poll(isLast).toBeTruthy()
  const topPx = await topOf(last)
  await press(last.getByRole('button', { name: /^More about / }))
  await last.locator('dl').nth(1).waitFor()
  await expectTop(last, topPx)
})

test.for([
  [
    'order',
    (page: Page) => page.getByRole('columnheader', { name: 'Listed Price' }).getByRole('button'),
  ],
  // With this filter, the list is still long enough to scroll.
  ['filter', (page: Page) => page.getByRole('button', { name: 'On Sell' })],
] as const)(
  'after its %s changes, a list is scrolled to its beginning',
  async ([, control], { page, url }) => {
    await openList(page, url, DESKTOP)
    await scrollDeep(page)
    await press(control(page))
    await expect.poll(() => scroller(page).evaluate(({ scrollTop }) => scrollTop)).toBe(0)
  },
)

async function openList(page: Page, url: string, size: typeof PHONE): Promise<void> {
  await openProperties(page, url, size)
  await rows(page).nth(4).waitFor() // the first render has fewer rows
}

const rows = (page: Page) => page.locator('[data-row]')
const rowOf = (page: Page, id: string) => page.locator(`[data-row="${id}"]`)
const scroller = (page: Page) => page.getByRole('region', { name: 'Properties' })

async function scrollDeep(page: Page): Promise<void> {
  const before = await rows(page).first().getAttribute('data-row')
  await page.evaluate(() => {
    const table = document.querySelector('.table-scroll')
    if (table) table.scrollTo(0, 2_000)
    else window.scrollTo(0, 6_000)
  })
  await rowOf(page, before ?? '').waitFor({ state: 'detached' })
  // After a jump, cards render in part at first. A title of two lines makes its card higher when it is complete.
  const isPart = () => rows(page).evaluateAll((all) => all.some((row) => !row.querySelector('dl')))
  if (!(await scroller(page).isVisible())) await expect.poll(isPart).toBe(false)
}

/** The id of the row at a fixed point of the viewport, once a row is rendered there. */
async function idInView(page: Page): Promise<string> {
  const find = () =>
    page.evaluate(() => {
      const [x, y] = [window.innerWidth / 2, window.innerHeight * 0.6]
      return document.elementFromPoint(x, y)?.closest('[data-row]')?.getAttribute('data-row')
    })
  await expect.poll(find).toBeTruthy()
  return (await find()) ?? ''
}

const topOf = (row: Locator) => row.evaluate((element) => element.getBoundingClientRect().top)

/** Allows a few pixels, by which a card's height may differ from its estimate. A row is more than ten times as high. */
async function expectTop(row: Locator, topPx: number): Promise<void> {
  // The frame in which a card is measured puts the others back in place before it is painted.
  await row.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
  expect(Math.abs((await topOf(row)) - topPx)).toBeLessThan(4)
}

/** Clicks without Playwright's scrolling to the element. */
const press = (button: Locator) => button.evaluate((element) => (element as HTMLElement).click())

/** Simulates a return to the app a minute after a change, and waits until the list has requested and rendered it. */
async function askAgainAfter(page: Page, change: () => Promise<unknown>): Promise<void> {
  const count = () => page.locator('[aria-setsize], [aria-rowcount]').first().evaluate(countOf)
  const before = await count() // before the change, which the stream may deliver at once
  await change()
  await page.evaluate(() => {
    const { now } = Date
    Date.now = () => now() + 60_000
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(count).not.toBe(before)
}

function countOf(element: Element): string | null {
  return element.getAttribute('aria-setsize') ?? element.getAttribute('aria-rowcount')
}
