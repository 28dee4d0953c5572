// @module-tag long
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { operatorTest } from '#tests/browser/pages/market-test.ts'
import { openProperties } from '#tests/browser/pages/panel-page.ts'
import { DESKTOP, PHONE } from '#tests/support/browser/device.ts'

// The wide table of listings: which columns are visible, and that the user's arrangement is kept.

const test = operatorTest.extend('readsAhead', () => true)

const WIDE = { width: 2560, height: 1440 }
const SMALL_TABLE = { width: 700, height: 900 }

const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
const edge = (page: Page, name: string) => head(page, name).locator('.column-resizer')
const scroller = (page: Page) => page.getByRole('region', { name: 'Properties' })
const scrollBy = (page: Page, px: number) => scroller(page).evaluate((e, x) => e.scrollTo(x, 0), px)

/** The right edge of the space for columns, which ends before the scrollbar. */
const roomEnd = (page: Page) =>
  scroller(page).evaluate((e) => e.getBoundingClientRect().left + e.clientLeft + e.clientWidth)

async function boxOf(part: Locator) {
  const { left, right, width, height } = await part.evaluate((one) =>
    one.getBoundingClientRect().toJSON(),
  )
  return { left, right, width, height } as Record<'left' | 'right' | 'width' | 'height', number>
}

test('on a desktop the owner and price columns are visible, and changed columns survive a reload', async ({
  page,
  url,
}) => {
  await openProperties(page, url, DESKTOP)
  const row = page.locator('[data-row]').first()
  await row.waitFor()
  expect((await boxOf(row)).height).toBe(40)
  const action = await boxOf(head(page, 'Action'))
  for (const name of ['ID', 'Property Title', 'Listed By', 'Location', 'Listed Price']) {
    expect((await boxOf(head(page, name))).right, name).toBeLessThanOrEqual(action.left + 1)
  }

  await expectNoSpill(page)

  // A drag resizes a column; a double click fits a column to its longest text.
  const title = head(page, 'Property Title')
  const before = await boxOf(title)
  const handle = await boxOf(edge(page, 'Property Title'))
  const y = (await edge(page, 'Property Title').boundingBox())?.y ?? 0
  await page.mouse.move(handle.left + 4, y + 10)
  await page.mouse.down()
  await page.mouse.move(handle.left + 34, y + 10)
  await page.mouse.move(handle.left + 64, y + 10)
  await page.mouse.up()
  await expect.poll(async () => (await boxOf(title)).width).toBe(before.width + 60)
  await edge(page, 'Location').dblclick()
  const cut = () =>
    page
      .locator('[data-row] > :nth-child(9)')
      .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length)
  await expect.poll(cut).toBe(0)

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Property Video' }).click()
  // Closes the menu without Escape, which could make the browser stop the reload.
  await page.getByRole('button', { name: 'Done' }).click()
  await page.reload()
  await row.waitFor()
  expect(await head(page, 'Property Video').count()).toBe(0)
  expect((await boxOf(title)).width).toBe(before.width + 60)
  const room = await boxOf(scroller(page))
  // Pinned columns stick to their edge while the other columns scroll under them.
  for (const leftPx of [0, 300, 5_000]) {
    await scrollBy(page, leftPx)
    const [id, name, status, act] = await Promise.all(
      ['ID', 'Property Title', 'Property Status', 'Action'].map((words) =>
        boxOf(head(page, words)),
      ),
    )
    expect(name?.left).toBe(id?.right)
    expect(id?.left).toBe(room.left + 1)
    expect(act?.left).toBe(status?.right)
    expect(act?.right).toBeLessThanOrEqual(room.right)
  }
})

/** Checks that no text overflows its column: longer text is truncated. */
async function expectNoSpill(page: Page): Promise<void> {
  const cells = page.locator('[data-row] > *')
  const spilling = await cells.evaluateAll((all) =>
    all
      .filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
      .filter((cell) => getComputedStyle(cell).overflowX === 'visible')
      .map(({ textContent }) => textContent),
  )
  expect(spilling).toEqual([])
}

test('a wide screen shows all columns without an empty band, and a small screen can be scrolled to each of them', async ({
  page,
  url,
}) => {
  await openProperties(page, url, WIDE)
  const row = page.locator('[data-row]').first()
  await row.waitFor()
  const room = await boxOf(scroller(page))
  expect(room.width).toBeGreaterThan(2_200)
  expect(await scroller(page).evaluate((e) => e.scrollWidth - e.clientWidth)).toBe(0)
  expect((await boxOf(head(page, 'Delete Property'))).right).toBeCloseTo(await roomEnd(page), 0)

  await page.setViewportSize(SMALL_TABLE)
  await expect.poll(async () => (await boxOf(row)).height).toBe(52)
  // On a small screen no column is pinned, because pinned columns would leave no room.
  await scrollBy(page, 5_000)
  const small = await boxOf(scroller(page))
  expect((await boxOf(head(page, 'ID'))).right).toBeLessThan(small.left)
  expect((await boxOf(head(page, 'Delete Property'))).right).toBeCloseTo(await roomEnd(page), 0)
  await page.setViewportSize(PHONE)
  await page.getByRole('list', { name: 'Properties' }).waitFor()
  expect(await page.getByRole('button', { name: 'Columns' }).count()).toBe(0)
})
