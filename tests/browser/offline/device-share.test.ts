// @module-tag long
import type { Page } from 'playwright-core'
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

/** Scrolls to the last row that there is, and returns the note. */
async function scrollToEnd(page: Page) {
  await page.evaluate(() => {
    const table = document.querySelector('.table-scroll')
    table?.scrollTo(0, table.scrollHeight)
    window.scrollTo(0, document.body.scrollHeight)
  })
  return noteOf(page).textContent()
}
