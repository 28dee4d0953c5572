import type { CDPSession, Page } from 'playwright-core'
import { expect } from 'vitest'
import { deviceTest } from '#tests/browser/pages/market-test.ts'
import { getListingNamed } from '#tests/browser/pages/marketplace.ts'
import {
  pendingNames,
  readDeviceStorage,
  signIn,
  waitForWorker,
  withoutNetworkNoise,
} from '#tests/browser/pages/panel-page.ts'
import { openPage, PHONE } from '#tests/support/browser/device.ts'

// After one visit, the app opens at any of its URLs without a network, and shows the age of its data.

const SECTIONS = [
  ['dashboard', 'Dashboard'],
  ['users', 'User Management'],
  ['property', 'Property Management'],
  ['loans', 'Loan Applications'],
]
/** Other URLs and their headings, with and without a trailing slash. */
const PAGES: [path: string, heading: string][] = [
  ['/', 'Property Marketplace'],
  ['/login', 'Admin'],
  ['/login/', 'Admin'],
  ['/dashboard/', 'Admin Panel'],
  ['/dashboard/?section=users', 'User Management'],
  ['/dashboard?section=outbox', 'Outbox'],
  ['/dashboard?section=privacypolicy', 'Privacy Policy'],
  ['/dashboard?section=termsandconditions', 'Terms and Conditions'],
  ['/privacy_policy', 'Privacy Policy'],
  ['/privacy_policy/', 'Privacy Policy'],
  ['/terms_conditions', 'Terms and Conditions'],
  ['/terms_conditions/', 'Terms and Conditions'],
  ['/no/such/page', 'Admin'],
  ['/no-such-page/', 'Admin'],
]
const SAVED_COPY = /^Saved copy from \d\d [A-Z][a-z]{2} \d\d, \d\d:\d\d · (just now|\d+ min ago)/

const test = deviceTest
  /** Signs the operator in, and waits for the worker. */
  .extend('visited', async ({ page, server, url }) => {
    await signIn(page, url, server.operator)
    await waitForWorker(page)
    return page
  })
  /** Restarts the browser without a network. */
  .extend('openOffline', ({ device, network }) => async () => {
    await device.stop()
    await network.cut()
    return openPage(await device.start(), PHONE)
  })

/**
 * Waits until the device has saved this many answers, apart from those that every section reads. They are written after the
 * rows are shown.
 */
async function waitForCacheEntries(page: Page, count: number): Promise<void> {
  const read = async () => {
    const copies = (await readDeviceStorage(page)).databases['cache']?.['copies'] ?? []
    return copies.filter(
      (copy) =>
        !/"(claims|inbox|note-readers|reasons|review-rules|saved-views)"/.test(
          JSON.stringify(copy),
        ),
    ).length
  }
  await expect.poll(read, { timeout: 30_000 }).toBe(count)
}

async function settle(page: Page): Promise<void> {
  const unsettled = page.locator('.skeleton, [aria-busy="true"], :text("Loading")')
  await expect.poll(() => unsettled.count(), { timeout: 30_000 }).toBe(0)
}

test('after one visit, each section and its details open without a network, with the age of the copy', async ({
  visited,
  server,
  url,
  openOffline,
}) => {
  const [seenName = ''] = await pendingNames(visited, 1)
  const { id: seenId } = await getListingNamed(server, seenName)
  for (const [index, [section]] of SECTIONS.entries()) {
    await visited.goto(`${url}/dashboard?section=${section}`)
    await visited.locator('.row-open').first().waitFor()
    await waitForCacheEntries(visited, index + 1)
  }
  const { page, noise } = await openOffline()

  for (const [section, title = ''] of SECTIONS) {
    await page.goto(`${url}/dashboard?section=${section}`)
    await page.getByRole('heading', { name: title, level: 2, exact: true }).waitFor()
    await page.locator('.row-open').first().waitFor()
    await page.getByText(SAVED_COPY).waitFor()
    await settle(page)
  }
  for (const section of ['dashboard', 'property']) {
    await page.goto(`${url}/dashboard?section=${section}&open=${seenId}`)
    const sheet = page.getByRole('dialog', { name: seenName })
    await sheet.getByText(SAVED_COPY).waitFor()
    await sheet.getByText('History is available online.').waitFor()
    await settle(page)
  }
  expect(withoutNetworkNoise(noise)).toEqual([])
})

test('every URL opens without a network after one visit, also after a reload that bypasses the worker', {
  tags: ['long'],
}, async ({ visited, url, openOffline }) => {
  await waitForCacheEntries(visited, 1)
  const { page, noise } = await openOffline()
  for (const [path, heading] of PAGES) {
    await page.goto(`${url}${path}`)
    await page.getByRole('heading', { name: heading, exact: true }).first().waitFor()
    await settle(page)
  }
  await page.reload()
  await page.getByRole('heading', { name: 'Admin', exact: true }).waitFor()
  expect(withoutNetworkNoise(noise)).toEqual([])

  // A reload that bypasses the worker fails, and the next navigation works again.
  const debug = await page.context().newCDPSession(page)
  const failed = page.waitForEvent('framenavigated', (frame) => frame.url().startsWith('chrome-'))
  await debug.send('Page.reload', { ignoreCache: true })
  await failed
  const sources = await watchCode(debug)
  await page.goto(`${url}/dashboard`)
  await page.getByText(SAVED_COPY).waitFor()
  expect(sources).not.toEqual([])
  expect(new Set(sources)).toEqual(new Set(['worker']))
})

/** Lists where each of the app's scripts comes from. Chromium stores compiled code beside those of Cache Storage. */
async function watchCode(debug: CDPSession): Promise<string[]> {
  const sources: string[] = []
  debug.on('Network.responseReceived', ({ type, response }) => {
    if (type !== 'Script' || !response.url.includes('/assets/')) return
    const whole = response.fromServiceWorker ? 'worker' : 'network'
    sources.push(response.cacheStorageCacheName ?? whole)
  })
  await debug.send('Network.enable')
  return sources
}

test.extend('readsAhead', () => true)(
  'prefetched listings can be reviewed without a network, although they were never opened',
  { tags: ['long'] },
  async ({ visited, url, openOffline }) => {
    await waitForCacheEntries(visited, 2)
    const { page } = await openOffline()
    await page.goto(`${url}/dashboard?section=property`)
    await page.locator('.row-open').first().waitFor()
    await page.getByText(SAVED_COPY).waitFor()
    await page.getByRole('link', { name: 'Review' }).click()
    await page.locator('.review[data-state="ready"]').waitFor()
  },
)
