import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DESKTOP, openPage } from '#tests/support/device.ts'
import { getListingNamed, listAuditRows, type Marketplace, openMarketplace } from './marketplace.ts'
import {
  decide,
  pendingNames,
  readDeviceMemory,
  signIn,
  waitForStatus,
  waitForWorker,
} from './panel-page.ts'

// What stays on the device, and what does not: read back from the browser's own storage.

const PAN = /\b[A-Z]{5}\d{4}[A-Z]\b/
const MASKED_PAN = /\b[A-Z]{4,5}X{4}[A-Z]\b/

let market: Marketplace
let context: BrowserContext
let page: Page
let url: string

beforeEach(async () => {
  market = await openMarketplace()
  ;({ context } = market)
  url = market.network.url
  ;({ page } = await openPage(context, DESKTOP))
  await signIn(page, url, market.server.operator)
  await waitForWorker(page)
})

afterEach(() => market.close())

async function visitEverything(): Promise<void> {
  for (const section of ['users', 'property', 'dashboard', 'loans']) {
    await page.goto(`${url}/dashboard?section=${section}`)
    await page.locator('.row-open').first().click()
    await page.locator('dialog.sheet dl').waitFor()
  }
  await page.getByRole('button', { name: 'Show PAN' }).click()
  await page.getByText(PAN).waitFor()
}

async function askToSignOut(): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click()
}

test('the worker keeps the app and nothing else; no whole PAN number is anywhere on the device', async () => {
  await visitEverything()
  const memory = await readDeviceMemory(page)

  expect(memory.cachedFiles.map(({ path }) => path)).toContain('/index.html')
  const notOurs = memory.cachedFiles.filter(
    ({ path }) =>
      !/^\/(index\.html|favicon\.svg|manifest\.webmanifest|assets\/|icons\/)/.test(path),
  )
  expect(notOurs).toEqual([])
  // The masked ones are there, so the search below looks in the right places.
  expect(JSON.stringify(memory.databases)).toMatch(MASKED_PAN)
  expect(JSON.stringify(memory)).not.toMatch(PAN)
})

test('signing out in one tab empties the device and takes every tab to the sign-in', async () => {
  const { page: other } = await openPage(context, DESKTOP)
  await other.goto(`${url}/dashboard?section=users`)
  await other.locator('.row-open').first().waitFor()
  await page.bringToFront()
  await visitEverything()
  const before = await readDeviceMemory(page)
  expect(before.databases['cache']?.['pieces']).not.toEqual([])

  await page.keyboard.press('Escape')
  await askToSignOut()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL(`${url}/login`)
  await other.waitForURL(`${url}/login`)
  await other.getByRole('button', { name: 'Login' }).waitFor()
  expect(await other.locator('.shell').count()).toBe(0)

  const { databases, localStorage, sessionStorage } = await readDeviceMemory(other)
  expect(databases['cache']).toEqual({ copies: [], mirror: [], pieces: [] })
  expect(databases['outbox']?.['changes']).toEqual([])
  expect({ localStorage, sessionStorage }).toEqual({ localStorage: {}, sessionStorage: {} })
})

test('a change kept at sign-out names no owner on the device, and goes out after the next sign-in', async () => {
  const [name = ''] = await pendingNames(page, 1)
  const listing = await getListingNamed(market.server, name)
  const owner = await market.server.db
    .selectFrom('users')
    .select(['full_name', 'phone_number', 'email'])
    .where('id', '=', String(listing.owner_id))
    .executeTakeFirstOrThrow()
  await market.network.cut()
  await page.reload()
  await decide(page, name, 'Accept')
  await waitForStatus(page, 'Offline · 1 waiting')
  await askToSignOut()
  await page.getByRole('button', { name: 'Keep for my next sign-in' }).click()
  await page.waitForURL(`${url}/login`)

  const { databases, localStorage } = await readDeviceMemory(page)
  expect(databases['cache']).toEqual({ copies: [], mirror: [], pieces: [] })
  expect(localStorage).toEqual({})
  const kept = databases['outbox']?.['changes'] ?? []
  expect(kept).toMatchObject([{ entityId: listing.id, action: { kind: 'status', to: 'approved' } }])
  for (const secret of Object.values(owner)) {
    if (secret !== null) expect(JSON.stringify(kept)).not.toContain(secret)
  }
  expect(JSON.stringify(kept)).not.toMatch(/@|\+91/)

  await market.network.heal()
  expect(await listAuditRows(market.server)).toEqual([])
  await signIn(page, url, market.server.operator)
  await waitForStatus(page, 'Online')
  const sent = await listAuditRows(market.server)
  expect(sent).toMatchObject([{ entity_id: listing.id, to_value: 'approved' }])
})
