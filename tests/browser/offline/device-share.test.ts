import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { DEVICE_LISTINGS } from '#src/domain/listing/device-share.ts'
import { FILE, operatorTest } from '#tests/browser/pages/market-test.ts'
import { waitForToast } from '#tests/browser/pages/panel-page.ts'
import { makeListing, makeMarket } from '#tests/server/market-data.ts'
import { DESKTOP, PHONE } from '#tests/support/browser/device.ts'
import { startTestServer } from '#tests/support/server/server-fixture.ts'

// The server has 600 listings more than a device holds: the oldest that are decided. A few of the oldest are pending.

const PENDING = 5
const LISTINGS = DEVICE_LISTINGS + 600
const OUTSIDE = 'Flat 300'

const test = operatorTest.extend('server', FILE, async ({ distDir }, { onCleanup }) => {
  const listings = Array.from({ length: LISTINGS }, (_, place) =>
    makeListing(place + 1, { status: place < PENDING ? 'pending' : 'approved' }),
  )
  const seed = makeMarket({ listings })
  const server = await startTestServer({ seed, isClockRunning: true, distDir })
  onCleanup(server.close)
  return server
})

const SHARE = '20,000 of 20,600 listings are on this device: all that are pending, and the latest.'
const noteOf = (page: Page) => page.locator('.share-note')

async function open(page: Page, url: string, rest = '') {
  await page.goto(`${url}/dashboard?section=property${rest}`)
  await noteOf(page).waitFor()
}

async function search(page: Page, words: string) {
  await page.getByLabel('Search properties').fill(words)
}

test.for([
  ['a desk', DESKTOP],
  ['a phone', PHONE],
] as const)(
  'on %s, the list has what the device holds, and the others as one scrolls',
  async ([, size], { page, url, network }) => {
    await page.setViewportSize(size)
    await open(page, url)
    await expect.poll(() => noteOf(page).textContent()).toContain(SHARE)
    await expect
      .poll(() => noteOf(page).textContent())
      .toContain('From the server: the first 200 of 20,600.')
    // A listing that the device does not have is found, and decided.
    await open(page, url, `&sort=listed&q=${OUTSIDE}`)
    await page.getByLabel(`Status of ${OUTSIDE}`, { exact: true }).selectOption('rejected')
    await waitForToast(page, 'Status updated successfully!')
    // The oldest come first. Behind the pending ones are those that the device does not have.
    await open(page, url, '&sort=listed')
    await expect.poll(() => noteOf(page).textContent()).toContain('the first 200')
    await scrollUntil(page, () =>
      page.getByLabel('Status of Flat 450', { exact: true }).isVisible(),
    )
    // Without a network, the device has its share, and what was decided.
    await network.cut()
    await page.reload()
    await noteOf(page).waitFor()
    await search(page, OUTSIDE)
    await page.getByLabel(`Status of ${OUTSIDE}`, { exact: true }).waitFor()
    await search(page, 'Flat 301')
    await page.getByText('No property matches “Flat 301” on this device').waitFor()
  },
)

/** Scrolls down, screen by screen, until there is what one looks for. */
async function scrollUntil(page: Page, isThere: () => Promise<boolean>) {
  await page.mouse.move(200, 500)
  for (let turn = 0; turn < 200 && !(await isThere()); turn += 1) {
    await page.mouse.wheel(0, 900)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  expect(await isThere()).toBe(true)
}
