// @module-tag long
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { bumpRevision } from '#server/platform/database/revision.ts'
import { operatorTest, sharedMarketTest } from '#tests/browser/pages/market-test.ts'
import { openProperties, signIn } from '#tests/browser/pages/panel-page.ts'
import { DESKTOP, PHONE } from '#tests/support/browser/device.ts'

// How much of the screen the rows of a table get, and how few presses of Tab lead to them.

const test = operatorTest.extend('readsAhead', () => true)

const LAPTOP = { width: 1366, height: 768 }
const LISTS = ['property', 'users', 'loans', 'payments']
/** As long as an owner can type it. */
const LONGEST =
  'Newly renovated sea-facing four bedroom apartment with two covered car parks and servant quarters in Thiruvananthapuram!'

const firstRow = (page: Page) => page.locator('[data-row]').first()
const bottomOf = (part: Locator) => part.evaluate((one) => one.getBoundingClientRect().bottom)
const topOf = (part: Locator) => part.evaluate((one) => one.getBoundingClientRect().top)

test.for([
  ['at a desk', DESKTOP, 200],
  ['on a phone', PHONE, 250],
] as const)(
  '%s the first row of each table is high on the screen',
  async ([, size, mostPx], { page, url }) => {
    await page.setViewportSize(size)
    for (const section of LISTS) {
      await page.goto(`${url}/dashboard?section=${section}`)
      await firstRow(page).waitFor()
      expect(await topOf(firstRow(page)), section).toBeLessThanOrEqual(mostPx)
    }
  },
)

test('at a desk one toolbar of 40 px stays in view, and the title folds away when the table scrolls', async ({
  page,
  url,
}) => {
  await openProperties(page, url, DESKTOP)
  await firstRow(page).waitFor()
  const toolbar = page.locator('.table-toolbar')
  const controls = toolbar.locator(':is(input, select, .segmented, .toolbar-button)')
  const boxes = await controls.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect().toJSON()),
  )
  expect(new Set(boxes.map(({ height }) => height))).toEqual(new Set([40]))
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(1)

  const title = page.getByRole('heading', { name: 'Property Management' })
  const header = await page.locator('.shell-header').boundingBox()
  const headerPx = header?.height ?? 0
  await page.getByRole('region', { name: 'Properties' }).evaluate((one) => one.scrollTo(0, 900))
  await expect.poll(() => bottomOf(title)).toBeLessThanOrEqual(headerPx)
  expect(await topOf(toolbar)).toBe(headerPx)
  await page.getByRole('region', { name: 'Properties' }).evaluate((one) => one.scrollTo(0, 0))
  await expect.poll(() => topOf(title)).toBeGreaterThan(headerPx)
})

test('on a phone one line of controls stays in view above the cards, and the filters come from the bottom', async ({
  page,
  url,
}) => {
  await openProperties(page, url, PHONE)
  const toolbar = page.locator('.table-toolbar')
  await firstRow(page).waitFor()
  // The search and one button, in one line.
  const controls = toolbar.locator(':is(input, select, button)')
  const tops = await controls.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect().top),
  )
  expect(tops).toHaveLength(2)
  expect(new Set(tops).size).toBe(1)
  await page.evaluate(() => window.scrollTo(0, 2_000))
  const header = await page.locator('.shell-header').boundingBox()
  await expect.poll(() => topOf(toolbar)).toBe(header?.height)
  await page.getByRole('button', { name: 'Filters' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filters' })
  const edges = () => dialog.evaluate((one) => one.getBoundingClientRect().toJSON())
  // The width of the page without its scrollbar, which a phone lays over the page.
  const right = await page.evaluate(() => document.documentElement.clientWidth)
  await expect.poll(edges).toMatchObject({ left: 0, right, bottom: PHONE.height })
  // What else the line has at a desk.
  for (const name of ['Views', 'Export']) await dialog.getByRole('button', { name }).waitFor()
  await dialog.getByRole('button', { name: 'On Auction' }).click()
  await dialog.getByRole('button', { name: /^Show \d+$/ }).click()
  await page.getByRole('button', { name: 'Filters, 1 set' }).waitFor()
  expect(new URL(page.url()).searchParams.get('tab')).toBe('auction')
})

test('no title and no date is cut at 1440 px, not even the longest, and prices are in view beside shorter titles', async ({
  page,
  url,
  server,
}) => {
  await openProperties(page, url, DESKTOP)
  await firstRow(page).waitFor()
  expect(await listCut(page)).toEqual([])
  expect(await listCovered(page, 'Listed Price')).toEqual([])

  expect(LONGEST).toHaveLength(120)
  await server.write(async (trx) => {
    const revision = await bumpRevision(trx)
    await trx.updateTable('listings').set({ name: LONGEST, revision }).execute()
  })
  await page.reload()
  await page.getByText(LONGEST).first().waitFor()
  expect(await listCut(page)).toEqual([])
})

test.for(['Visakhapatnam', 'Thiruvananthapuram'])(
  'at 1440 px a rent has one line, and no word is broken, not even %s',
  async (city, { page, url, server }) => {
    await server.write(async (trx) => {
      const revision = await bumpRevision(trx)
      const terms = { price_paise: null, rent_paise: 20_500_000, city, revision }
      await trx.updateTable('listings').set(terms).execute()
    })
    await openProperties(page, url, DESKTOP)
    await page.getByText('₹2,05,000 / month').first().waitFor()
    const heads = await page.getByRole('columnheader').allTextContents()
    const place = heads.findIndex((text) => text.startsWith('Listed Price')) + 1
    const prices = await page.locator(`[data-row] > :nth-child(${place})`).evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
        const range = document.createRange()
        range.selectNodeContents(texts.nextNode() ?? cell)
        return new Set([...range.getClientRects()].map(({ top }) => top)).size
      }),
    )
    expect(new Set(prices)).toEqual(new Set([1]))
    expect(await listBrokenWords(page)).toEqual([])
    const seen = ['Property Title', 'Date Listed', 'Property Status', 'Action']
    expect(await listCovered(page, ...seen)).toEqual([])
    expect(await listCut(page)).toEqual([])
  },
)

/** The words of the rows in view that continue on another line; a hyphen may end a line. */
function listBrokenWords(page: Page) {
  return page.locator('[data-row]').evaluateAll((rows) => {
    const broken = new Set<string>()
    for (const row of rows) {
      const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const { data } = texts.currentNode as Text // only texts are shown to the walker
        for (const { 0: word, index } of data.matchAll(/[^\s-]+/g)) {
          const range = document.createRange()
          range.setStart(texts.currentNode, index)
          range.setEnd(texts.currentNode, index + word.length)
          const tops = [...range.getClientRects()].map(({ top }) => Math.round(top))
          if (new Set(tops).size > 1) broken.add(word)
        }
      }
    }
    return [...broken]
  })
}

/** The titles and dates of the rows in view that do not fit in their cells; a fraction of a pixel is no cut. */
function listCut(page: Page) {
  return page.locator('[data-row] > :is(:nth-child(3), :nth-child(7))').evaluateAll((cells) =>
    cells
      .flatMap((cell) => [cell, ...cell.querySelectorAll('.cell-lines')])
      .filter(
        (one) => one.scrollHeight > one.clientHeight + 2 || one.scrollWidth > one.clientWidth + 2,
      )
      .map(({ textContent }) => textContent),
  )
}

/** The headings among `names` that are not wholly in view: outside of the table, or under a pinned column. */
async function listCovered(page: Page, ...names: string[]) {
  const covered = names.map(async (name) => {
    const isSeen = await page.getByRole('columnheader', { name, exact: true }).evaluate((one) => {
      const { left, right, top, height } = one.getBoundingClientRect()
      const at = (x: number) => document.elementFromPoint(x, top + height / 2)
      return one.contains(at(left + 2)) && one.contains(at(right - 6))
    })
    return isSeen ? [] : [name]
  })
  return (await Promise.all(covered)).flat()
}

test('price, status and action are in view at 1366 px without scrolling sideways', async ({
  page,
  url,
}) => {
  await openProperties(page, url, LAPTOP)
  await firstRow(page).waitFor()
  const names = ['Property Title', 'Date Listed', 'Listed Price', 'Property Status', 'Action']
  expect(await listCovered(page, ...names)).toEqual([])
})

test('fields have the size of the text around them at a desk, and at least 16 px on a phone', async ({
  page,
  url,
}) => {
  const sizes = () =>
    page
      .locator('.table-toolbar :is(input, select), .table-toolbar .segmented button')
      .evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).fontSize))])
  await openProperties(page, url, DESKTOP)
  const text = await page.locator('body').evaluate((body) => getComputedStyle(body).fontSize)
  expect(await sizes()).toEqual([text])
  const phone = page.getByRole('searchbox', { name: 'Search properties' })
  await page.setViewportSize(PHONE)
  await expect.poll(() => phone.evaluate((one) => getComputedStyle(one).fontSize)).toBe('16px')
})

test('"Skip to the table" leads from the title to the first row, whose status is one Tab further', async ({
  page,
  url,
}) => {
  await openProperties(page, url, DESKTOP)
  await firstRow(page).waitFor()
  const focused = () =>
    page.evaluate(() => ({
      text: document.activeElement?.textContent,
      name: document.activeElement?.getAttribute('aria-label'),
      row: document.activeElement?.closest('[data-row]')?.getAttribute('data-row'),
    }))
  await page.keyboard.press('Tab')
  expect(await focused()).toMatchObject({ text: 'Skip to content' })
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await focused()).toMatchObject({ text: 'Skip to the table' })
  await page.keyboard.press('Enter')
  const row = await firstRow(page).getAttribute('data-row')
  expect(await focused()).toMatchObject({ row })
  await page.keyboard.press('Tab')
  expect(await focused()).toMatchObject({ row, name: expect.stringMatching(/^Status of /) })
})

test('the search has its own button to empty it, and an empty result offers the same', async ({
  page,
  url,
}) => {
  await openProperties(page, url, PHONE)
  const search = page.getByRole('searchbox', { name: 'Search properties' })
  await search.fill('lighthouse')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await firstRow(page).waitFor()
  expect(await search.inputValue()).toBe('')
  const isFocusKept = () => document.activeElement?.matches('.data-table')
  expect(await page.evaluate(isFocusKept)).toBe(true)
  await search.fill('pune')
  const clear = page.getByRole('button', { name: 'Clear', exact: true })
  expect((await clear.boundingBox())?.width).toBeGreaterThanOrEqual(44)
  await clear.click()
  expect(await search.inputValue()).toBe('')
  expect(await search.evaluate((one) => one === document.activeElement)).toBe(true)
})

sharedMarketTest(
  "after a sign-in the focus is on the section's heading, without a ring",
  async ({ page, url, server }) => {
    await signIn(page, url, server.operator)
    await page.locator('[data-row]').first().waitFor()
    const focused = await page.evaluate(() => ({
      text: document.activeElement?.textContent,
      ring: document.activeElement && getComputedStyle(document.activeElement).outlineStyle,
    }))
    expect(focused).toEqual({ text: 'Dashboard', ring: 'none' })
  },
)
