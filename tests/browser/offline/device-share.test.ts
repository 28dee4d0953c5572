// @module-tag long
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { DEVICE_LISTINGS } from '#src/domain/listing/device-share.ts'
import { FILE, operatorTest } from '#tests/browser/pages/market-test.ts'
import { deleteElsewhere } from '#tests/browser/pages/other-desk.ts'
import { waitForToast } from '#tests/browser/pages/panel-page.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { DESKTOP, PHONE } from '#tests/support/browser/device.ts'
import { startTestServer } from '#tests/support/server/server-fixture.ts'

// The server has 600 listings more than a device holds: the oldest that are decided. A few of the oldest are pending.

const PENDING = 5
const LISTINGS = DEVICE_LISTINGS + 600

const test = operatorTest.extend('server', FILE, async ({ distDir }, { onCleanup }) => {
  const listings = Array.from({ length: LISTINGS }, (_, place) =>
    makeListing(place + 1, { status: place < PENDING ? 'pending' : 'approved' }),
  )
  const seed = makeMarket({ listings })
  const server = await startTestServer({ seed, isClockRunning: true, distDir })
  onCleanup(server.close)
  return server
})

/** The tests share a server, and a listing that one of them decides joins the share. */
const SHARE =
  /^20,00\d of 20,600 listings are on this device: all that are pending, and the latest\./
const noteOf = (page: Page) => page.locator('.share-note')

async function open(page: Page, url: string, rest = '') {
  await page.goto(`${url}/dashboard?section=property${rest}`)
  await noteOf(page).waitFor()
}

async function search(page: Page, words: string) {
  await page.getByLabel('Search properties').fill(words)
}

test.for([
  ['a desk', DESKTOP, 'Flat 300'],
  ['a phone', PHONE, 'Flat 310'],
] as const)(
  'on %s, the list has what the device holds, and the others as one scrolls',
  async ([, size, outside], { page, url }) => {
    await page.setViewportSize(size)
    await open(page, url)
    await expect.poll(() => noteOf(page).textContent()).toMatch(SHARE)
    await expect
      .poll(() => noteOf(page).textContent())
      .toContain('From the server: the first 200 of 20,600.')
    // A listing that the device does not have is found, and decided.
    await open(page, url, `&sort=listed&q=${outside}`)
    await page.getByLabel(`Status of ${outside}`, { exact: true }).selectOption('rejected')
    await waitForToast(page, 'Status updated successfully!')
    // The oldest come first. Behind the pending ones are those that the device does not have.
    await open(page, url, '&sort=listed')
    await expect.poll(() => noteOf(page).textContent()).toContain('the first 200')
    await expect.poll(() => scrollToEnd(page)).toContain('the first 600')
    await page
      .getByLabel(/^Status of Flat [45]\d\d$/)
      .first()
      .waitFor()
    // Without a network, the device has its share, and what was decided.
    await page.context().setOffline(true)
    await search(page, outside)
    await page.evaluate(() => window.scrollTo(0, 0))
    await page.getByLabel(`Status of ${outside}`, { exact: true }).waitFor()
    await expect.poll(() => noteOf(page).textContent()).toMatch(/The others need a network\.\s*$/)
  },
)

test.extend('readsAhead', () => true)(
  'a listing outside the share that a colleague deletes leaves the list and its details',
  async ({ page, url, server }) => {
    await page.setViewportSize(DESKTOP)
    await open(page, url, '&sort=listed&q=Flat 32')
    const deleted = page.getByLabel('Status of Flat 321', { exact: true })
    await deleted.waitFor()
    await deleteElsewhere({ server }, idOf(321))
    await deleted.waitFor({ state: 'detached' })
    await page.getByLabel('Status of Flat 322', { exact: true }).waitFor()
    await open(page, url, `&open=${idOf(323)}`)
    await page.getByRole('dialog', { name: 'Flat 323', exact: true }).waitFor()
    await deleteElsewhere({ server }, idOf(323))
    await page.getByText('This property is not in the list').waitFor()
  },
)

test.for([
  ['a desk', DESKTOP],
  ['a phone', PHONE],
] as const)(
  'on %s, one goes to a row in the middle, scrolls both ways from there, and to the end',
  async ([, size], { page, url }) => {
    await page.setViewportSize(size)
    await open(page, url, '&sort=listed')
    await page.getByRole('button', { name: 'Go to row' }).click()
    const dialog = page.getByRole('dialog', { name: 'Go to row' })
    await dialog.getByLabel('Row').fill('10000')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    // The rows before it join above, and it stays in view.
    const target = page.getByLabel('Status of Flat 10000', { exact: true })
    await expect.poll(() => noteOf(page).textContent()).toMatch(/From the server: 9,[68]00 to/)
    await expect.poll(() => isInView(target)).toBe(true)
    expect(await page.getByLabel('Status of Flat 9999', { exact: true }).count()).toBe(1)
    // Farther than the pages that are kept at once, and back.
    await scrollUntil(page, 20_000, ({ last }) => last > 13_500)
    expect(await rowsOf(page)).toMatchObject({ first: expect.toSatisfy((row) => row > 10_000) })
    await scrollUntil(page, -20_000, ({ first }) => first < 9_500)
    expect(await rowsOf(page)).toMatchObject({ last: expect.toSatisfy((row) => row < 13_500) })
    await page.evaluate(() => window.scrollTo(0, 0))
    await page.getByRole('button', { name: 'Go to row' }).click()
    await dialog.getByRole('button', { name: 'Last rows' }).click()
    await dialog.waitFor({ state: 'detached' })
    const last = page.getByLabel(size === PHONE ? 'Status of Flat 20587' : 'Status of Flat 20600')
    await expect.poll(async () => (await last.count()) === 1 && isInView(last)).toBe(true)
    await expect
      .poll(() => page.getByLabel('Status of Flat 20586', { exact: true }).count())
      .toBe(1)
    await expect.poll(() => noteOf(page).textContent()).toContain('to 20,600 of 20,600.')
  },
)

async function isInView(row: Locator) {
  const box = await row.boundingBox()
  const size = row.page().viewportSize()
  return box !== null && size !== null && box.y > 0 && box.y < size.height
}

/** The numbers of the first and the last row that the list has of the server. */
async function rowsOf(page: Page) {
  const [first = 0, last = 0] = ((await noteOf(page).textContent()) ?? '')
    .replace(/^.*From the server: /, '')
    .split(' to ')
    .map((part) => Number.parseInt(part.replaceAll(',', ''), 10))
  return { first, last }
}

/** Scrolls by steps until the list has other rows. The listings in view are neighbours all the way. */
async function scrollUntil(
  page: Page,
  px: number,
  isReached: (rows: { first: number; last: number }) => boolean,
) {
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  await page.mouse.move(width / 2, height / 2)
  for (let steps = 0; !isReached(await rowsOf(page)) && steps < 200; steps += 1) {
    await page.mouse.wheel(0, px)
    const numbers = await page
      .getByLabel(/^Status of Flat \d+$/)
      .evaluateAll((all) => all.map((one) => Number(one.ariaLabel?.replace(/\D/g, ''))))
    const [from = 0] = numbers
    expect(numbers).toEqual(numbers.map((_, place) => from + place))
  }
  expect(await rowsOf(page)).toSatisfy(isReached)
}

/** Scrolls to the last row that there is, and returns the note. */
async function scrollToEnd(page: Page) {
  await page.evaluate(() => {
    const table = document.querySelector('.table-scroll')
    table?.scrollTo(0, table.scrollHeight)
    window.scrollTo(0, document.body.scrollHeight)
  })
  return noteOf(page).textContent()
}
