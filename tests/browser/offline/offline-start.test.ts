import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  getListingNamed,
  type Marketplace,
  openMarketplace,
} from '#tests/browser/pages/marketplace.ts'
import {
  pendingNames,
  readDeviceStorage,
  signIn,
  waitForWorker,
  withoutNetworkNoise,
} from '#tests/browser/pages/panel-page.ts'
import { openPage, PHONE } from '#tests/support/browser/device.ts'

// After one visit, the app opens at any of its URLs without a network, and shows the age of its data.

const SECTIONS = ['dashboard', 'users', 'property', 'loans']
const TITLES: Record<string, string> = {
  dashboard: 'Dashboard',
  users: 'User Management',
  property: 'Property Management',
  loans: 'Loan Applications',
}
const SAVED_COPY = /^Saved copy from \d\d [A-Z][a-z]{2} \d\d, \d\d:\d\d · (just now|\d+ min ago)/

let market: Marketplace
let url: string

beforeEach(async () => {
  market = await openMarketplace()
  url = market.network.url
})

afterEach(() => market.close())

/** Signs in and opens every section once. */
async function visit(): Promise<{ seenName: string; seenId: string }> {
  const { page } = await openPage(market.context, PHONE)
  await signIn(page, url, market.server.operator)
  await waitForWorker(page)
  const [seenName = ''] = await pendingNames(page, 1)
  for (const [index, section] of SECTIONS.entries()) {
    await page.goto(`${url}/dashboard?section=${section}`)
    await page.locator('.row-open').first().waitFor()
    // The saved copy is written after the rows are shown, so wait for the copy before leaving the page.
    await expect.poll(() => countCacheEntries(page), { timeout: 30_000 }).toBe(index + 1)
  }
  const { id: seenId } = await getListingNamed(market.server, seenName)
  return { seenName, seenId }
}

async function countCacheEntries(page: Page): Promise<number> {
  const { databases } = await readDeviceStorage(page)
  return databases['cache']?.['copies']?.length ?? 0
}

/** Restarts the browser without a network. */
async function openOffline() {
  await market.device.stop()
  await market.network.cut()
  const context = await market.device.start()
  return openPage(context, PHONE)
}

async function settle(page: Page): Promise<void> {
  const unsettled = page.locator('.skeleton, [aria-busy="true"], :text("Loading")')
  await expect.poll(() => unsettled.count(), { timeout: 30_000 }).toBe(0)
}

test('every section opens without a network after one visit, and shows the age of its copy', async () => {
  const { seenName, seenId } = await visit()
  const { page, noise } = await openOffline()

  for (const section of SECTIONS) {
    await page.goto(`${url}/dashboard?section=${section}`)
    const title = TITLES[section] ?? ''
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

  await page.goto(url)
  await page.getByRole('heading', { name: 'Property Marketplace', exact: true }).first().waitFor()
  await page.goto(`${url}/no/such/page`)
  await page.getByRole('heading', { name: 'Admin', exact: true }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Admin', exact: true }).waitFor()
  expect(withoutNetworkNoise(noise)).toEqual([])
})

test('URLs with and without a trailing slash open without a network', {
  tags: ['long'],
}, async () => {
  await visit()
  const { page, noise } = await openOffline()
  const headings: [path: string, heading: string][] = [
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
    ['/no-such-page/', 'Admin'],
  ]
  for (const [path, heading] of headings) {
    await page.goto(`${url}${path}`)
    await page.getByRole('heading', { name: heading, exact: true }).first().waitFor()
    await settle(page)
  }
  expect(withoutNetworkNoise(noise)).toEqual([])
})

test('without a network, a section that was never opened shows that nothing is saved yet', {
  tags: ['long'],
}, async () => {
  const { page: first } = await openPage(market.context, PHONE)
  await signIn(first, url, market.server.operator)
  await waitForWorker(first)
  const { page, noise } = await openOffline()
  for (const section of ['users', 'property', 'loans']) {
    await page.goto(`${url}/dashboard?section=${section}`)
    await page.getByText('Nothing saved on this device yet').waitFor()
    await settle(page)
  }
  expect(withoutNetworkNoise(noise)).toEqual([])
})

test('prefetched listings can be reviewed without a network, although they were never opened', {
  tags: ['long'],
}, async () => {
  const { page: first } = await openPage(market.context, PHONE, { readsAhead: true })
  await signIn(first, url, market.server.operator)
  await waitForWorker(first)
  await expect.poll(() => countCacheEntries(first), { timeout: 30_000 }).toBe(3)
  const { page } = await openOffline()
  await page.goto(`${url}/dashboard?section=property`)
  await page.locator('.row-open').first().waitFor()
  await page.getByText(SAVED_COPY).waitFor()
  await page.getByRole('link', { name: 'Review' }).click()
  await page.locator('.review[data-state="ready"]').waitFor()
})

test('a signed-out device opens the login without a network and shows why it cannot sign in', {
  tags: ['long'],
}, async () => {
  const { page: first } = await openPage(market.context, PHONE)
  await first.goto(`${url}/`)
  await waitForWorker(first)
  const { page, noise } = await openOffline()
  await page.goto(`${url}/dashboard`)
  await page.waitForURL(`${url}/login`)
  await page.getByLabel('Email').fill(market.server.operator.email)
  await page.getByLabel('Password', { exact: true }).fill(market.server.operator.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByText('The server cannot be reached. Signing in needs a connection.').waitFor()
  expect(await page.getByText('Invalid credentials').count()).toBe(0)
  expect(withoutNetworkNoise(noise)).toEqual([])
})

test('without a network, a reload that bypasses the worker fails, and the next navigation works again', {
  tags: ['long'],
}, async () => {
  await visit()
  const { page } = await openOffline()
  await page.goto(`${url}/dashboard`)
  await page.getByText(SAVED_COPY).waitFor()
  const debug = await page.context().newCDPSession(page)
  const failed = page.waitForEvent('framenavigated', (frame) => frame.url().startsWith('chrome-'))
  await debug.send('Page.reload', { ignoreCache: true })
  await failed
  await page.goto(`${url}/dashboard`)
  await page.getByText(SAVED_COPY).waitFor()
})
