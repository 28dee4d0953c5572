import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { signOut } from '#tests/browser/pages/account-page.ts'
import {
  besideDeviceTokens,
  EMPTY_CACHE,
  findOnDevice,
  followReads,
  listLeftovers,
  listOwn,
  listSecrets,
  MASKED_PAN,
  NOTHING_LEFT,
  type Secrets,
} from '#tests/browser/pages/device-secrets.ts'
import { type Market, openMarket } from '#tests/browser/pages/marketplace.ts'
import { installWorker, readDeviceStorage, signIn } from '#tests/browser/pages/panel-page.ts'
import { seeTheAccount, seeThePanel, signOutOfPanel } from '#tests/browser/pages/screen-tour.ts'
import {
  DESKTOP,
  openPage,
  type SharedBrowser,
  startSharedBrowser,
} from '#tests/support/browser/device.ts'

// Which data remains on the device: reads the browser's storage after every screen was visited.

let browser: SharedBrowser
let market: Market
let context: BrowserContext
let page: Page
let url: string
let reads: Set<string>
let secrets: Secrets

beforeAll(async () => {
  browser = await startSharedBrowser()
})

afterAll(() => browser.close())

beforeEach(async () => {
  market = await openMarket()
  context = await browser.open()
  url = market.network.url
  secrets = await listSecrets(market.server)
  ;({ page } = await openPage(context, DESKTOP))
  reads = followReads(page)
})

afterEach(async () => {
  await context.close()
  await market.close()
})

async function openPanel(): Promise<void> {
  await signIn(page, url, market.server.operator)
  await installWorker(page)
}

const READS_OF_THE_PANEL = ['dashboard-stats', 'users', 'properties', 'loan']
  .map((name) => `/api/admin/${name}`)
  .concat(['users', 'properties', 'loan'].map((name) => `/api/admin/${name}/:id/history`))

/** The route of a GET request: its path without record ids and query. */
const nameRead = (address: string) =>
  address.replace(/\?.*/, '').replace(/\/[0-9a-f]{24}(?=\/|$)/, '/:id')

const ofThePanel = () => [...secrets.pans, ...secrets.people, ...secrets.business]
const ofAnyone = () => [...ofThePanel(), ...secrets.events]

/** Checks that a signed-out device has no data of anyone. */
async function expectForgotten(of = page): Promise<void> {
  const { databases, localStorage, sessionStorage } = await readDeviceStorage(of)
  expect(databases['cache']).toEqual(EMPTY_CACHE)
  expect(databases['outbox']?.['changes']).toEqual([])
  expect(besideDeviceTokens(localStorage)).toEqual({})
  expect(sessionStorage).toEqual({})
  expect(await findOnDevice(of, ofAnyone())).toEqual([])
  expect(await listLeftovers(of, context, [...reads])).toEqual(NOTHING_LEFT)
}

test('while signed in, the worker caches only the app and no full PAN is stored; a sign-out clears all data', async () => {
  await openPanel()
  // Earlier versions stored a snapshot of the dashboard, which the next start removes.
  await page.evaluate(() => localStorage.setItem('picture', '{}'))
  const { page: other } = await openPage(context, DESKTOP)
  await other.goto(`${url}/dashboard?section=users`)
  await other.locator('.row-open').first().waitFor()
  await page.bringToFront()
  await seeThePanel(page, url)
  const memory = await readDeviceStorage(page)

  expect(memory.cachedFiles.map(({ path }) => path)).toContain('/index.html')
  const notOurs = memory.cachedFiles.filter(
    ({ path }) =>
      !/^\/(index\.html|(early|start-guard)\.js|favicon\.svg|(manifest|account)\.webmanifest|assets\/|icons\/)/.test(
        path,
      ),
  )
  expect(notOurs).toEqual([])
  const files = JSON.stringify(memory.cachedFiles)
  expect([...ofAnyone()].filter((secret) => files.includes(secret))).toEqual([])
  // Masked PANs and people are found, which proves that the search covers the storage.
  expect(JSON.stringify(memory.databases)).toMatch(MASKED_PAN)
  expect(await findOnDevice(page, secrets.people)).not.toEqual([])
  expect(secrets.pans.length).toBeGreaterThan(20)
  expect(await findOnDevice(page, secrets.pans)).toEqual([])
  expect([...reads].map(nameRead)).toEqual(expect.arrayContaining(READS_OF_THE_PANEL))
  expect(await listLeftovers(page, context, [...reads])).toEqual(NOTHING_LEFT)

  await signOutOfPanel(page, url, 'Sign out')
  await other.waitForURL(`${url}/login`)
  await other.getByRole('button', { name: 'Login' }).waitFor()
  expect(await other.locator('.shell').count()).toBe(0)
  await expectForgotten(other)
  await expectForgotten()
})

test('a session that the server ended leaves no more data than a sign-out', {
  tags: ['long'],
}, async () => {
  await openPanel()
  await page.goto(`${url}/dashboard?section=users`)
  await page.locator('.row-open').first().waitFor()
  await expect.poll(() => findOnDevice(page, secrets.people)).not.toEqual([])
  const now = market.server.clock.now().toISOString()
  await market.server.db.updateTable('sessions').set({ revoked_at: now }).execute()
  await page.reload()
  await page.getByText(/Your session ended/).waitFor()
  await expect
    .poll(async () => (await readDeviceStorage(page)).databases['cache'])
    .toEqual(EMPTY_CACHE)
  await expectForgotten()
})

test('an end user finds no data of the previous operator, and the next operator none of the end user', {
  tags: ['long'],
}, async () => {
  await openPanel()
  await seeThePanel(page, url)
  await signOutOfPanel(page, url, 'Sign out')
  await seeTheAccount(page, url, market.server)
  const hers = await listOwn(market.server)
  const found = await findOnDevice(page, ofThePanel())
  expect(found.filter((secret) => !hers.includes(secret))).toEqual([])
  await expect.poll(() => findOnDevice(page, secrets.events)).not.toEqual([])

  await page.keyboard.press('Escape')
  await signOut(page)
  await expectForgotten()
  await signIn(page, url, market.server.operator)
  await seeThePanel(page, url)
  expect(await findOnDevice(page, secrets.events)).toEqual([])
  await signOutOfPanel(page, url, 'Sign out')
  await expectForgotten()
})
