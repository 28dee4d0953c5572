// @module-tag long
import { expect } from 'vitest'
import { signOut } from '#tests/browser/pages/account-page.ts'
import {
  besideDeviceTokens,
  EMPTY_CACHE,
  findOnDevice,
  followReads,
  listLeftovers,
  listOwn,
  MASKED_PAN,
  NOTHING_LEFT,
  secretTest,
} from '#tests/browser/pages/device-secrets.ts'
import { readDeviceStorage, signIn } from '#tests/browser/pages/panel-page.ts'
import { seeTheAccount, seeThePanel, signOutOfPanel } from '#tests/browser/pages/screen-tour.ts'
import { DESKTOP, openPage } from '#tests/support/browser/device.ts'

// Which data remains on the device: reads the browser's storage after every screen was visited.

const READS_OF_THE_PANEL = ['dashboard-stats', 'users', 'properties', 'loan']
  .map((name) => `/api/admin/${name}`)
  .concat(['users', 'properties', 'loan'].map((name) => `/api/admin/${name}/:id/history`))

/** The route of a GET request: its path without record ids and query. */
const nameRead = (address: string) =>
  address.replace(/\?.*/, '').replace(/\/[0-9a-f]{24}(?=\/|$)/, '/:id')

const test = secretTest
  /** The API paths that the page has requested. */
  .extend('reads', ({ page }) => followReads(page))
  /** Checks that a signed-out device has no data of anyone. */
  .extend('expectForgotten', ({ page, context, reads, secrets }) => async (of = page) => {
    const { databases, localStorage, sessionStorage } = await readDeviceStorage(of)
    expect(databases['cache']).toEqual(EMPTY_CACHE)
    expect(databases['outbox']?.['changes']).toEqual([])
    expect(besideDeviceTokens(localStorage)).toEqual({})
    expect(sessionStorage).toEqual({})
    expect(await findOnDevice(of, secrets.ofAnyone)).toEqual([])
    expect(await listLeftovers(of, context, [...reads])).toEqual(NOTHING_LEFT)
  })

test('while signed in, the worker caches only the app and no full PAN is stored; a sign-out clears all data', async ({
  context,
  page,
  url,
  reads,
  secrets,
  openPanel,
  expectForgotten,
}) => {
  await openPanel()
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
  expect(secrets.ofAnyone.filter((secret) => files.includes(secret))).toEqual([])
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
}, async ({ page, url, server, secrets, openPanel, expectForgotten }) => {
  await openPanel()
  await page.goto(`${url}/dashboard?section=users`)
  await page.locator('.row-open').first().waitFor()
  await expect.poll(() => findOnDevice(page, secrets.people)).not.toEqual([])
  const now = server.clock.now().toISOString()
  await server.db.updateTable('sessions').set({ revoked_at: now }).execute()
  await page.reload()
  await page.getByText(/Your session ended/).waitFor()
  await expect
    .poll(async () => (await readDeviceStorage(page)).databases['cache'])
    .toEqual(EMPTY_CACHE)
  await expectForgotten()
})

test('an end user finds no data of the previous operator, and the next operator none of the end user', {
  tags: ['long'],
}, async ({ page, url, server, secrets, openPanel, expectForgotten }) => {
  await openPanel()
  await seeThePanel(page, url)
  await signOutOfPanel(page, url, 'Sign out')
  await seeTheAccount(page, url, server)
  const hers = await listOwn(server)
  const found = await findOnDevice(page, secrets.ofThePanel)
  expect(found.filter((secret) => !hers.includes(secret))).toEqual([])
  await expect.poll(() => findOnDevice(page, secrets.events)).not.toEqual([])

  await page.keyboard.press('Escape')
  await signOut(page)
  await expectForgotten()
  await signIn(page, url, server.operator)
  await seeThePanel(page, url)
  expect(await findOnDevice(page, secrets.events)).toEqual([])
  await signOutOfPanel(page, url, 'Sign out')
  await expectForgotten()
})
