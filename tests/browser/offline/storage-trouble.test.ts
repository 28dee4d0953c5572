// @module-tag long
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { deviceTest } from '#tests/browser/pages/market-test.ts'
import { getListingNamed, listAuditRows } from '#tests/browser/pages/marketplace.ts'
import {
  boardCard,
  comeBackOnline,
  decide,
  pendingNames,
  signIn,
  waitForStatus,
  waitForToast,
} from '#tests/browser/pages/panel-page.ts'
import { DESKTOP, openPage } from '#tests/support/browser/device.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'

// What the operator sees if the storage is full, deleted, upgraded by a newer build, or blocked.

const test = deviceTest
  .extend('size', () => DESKTOP)
  .extend('openPanel', ({ page, server, url }) => async () => {
    await signIn(page, url, server.operator)
    await waitForStatus(page, 'Online')
  })
  /** Cuts the network and queues an approval. */
  .extend('approveOffline', ({ network, page }) => async (name: string) => {
    await network.cut()
    await decide(page, name, 'Accept')
    await boardCard(page, name).getByText('Waiting').waitFor()
  })
  .extend('statusOf', ({ server }) => async (name: string) => {
    return (await getListingNamed(server, name)).status
  })

function notice(tab: Page, words: RegExp) {
  return tab.getByRole('alert').filter({ hasText: words })
}

/** Checks that the notice of lost changes lists each listing's display ID with the decision, and nothing else. */
async function expectNamedLoss(page: Page, server: TestServer, names: string[]): Promise<void> {
  const loss = notice(page, LOSS)
  await loss.waitFor()
  const listings = await Promise.all(names.map((name) => getListingNamed(server, name)))
  const expected = listings.map(({ id }) => `Listing …${id.slice(-6).toUpperCase()}: Accept`)
  expect((await loss.getByRole('listitem').allTextContents()).sort()).toEqual(expected.sort())
}

const LOSS = /The browser deleted this site's data/
const FULL = /storage is full/
const NOT_SAVED = /could not save the change, so nothing was sent/

test('on a full device a decision is neither saved nor sent; when space is free, it can be made again', async ({
  context,
  page,
  server,
  url,
  statusOf,
}) => {
  const debug = await context.newCDPSession(page)
  // Set before the first visit, because the browser caches an origin's quota for half a minute.
  await debug.send('Storage.overrideQuotaForOrigin', { origin: url, quotaSize: 1_000 })
  await signIn(page, url, server.operator)
  // The notice appears at the start, before any decision.
  await notice(page, FULL).waitFor()
  const [name = ''] = await pendingNames(page, 1)
  await decide(page, name, 'Accept')
  await page.getByText(NOT_SAVED).waitFor()
  const card = boardCard(page, name)
  expect(await card.getByText('Approved').count()).toBe(0)
  expect(await card.getByText('Waiting').count()).toBe(0)
  expect(await listAuditRows(server)).toEqual([])

  await debug.send('Storage.overrideQuotaForOrigin', { origin: url })
  await notice(page, FULL).waitFor({ state: 'detached' })
  await decide(page, name, 'Accept')
  await waitForToast(page, 'Property approved!')
  expect(await statusOf(name)).toBe('approved')
})

test('when site data is cleared under an open page, lost changes are listed and the next change is sent', async ({
  context,
  network,
  page,
  server,
  url,
  openPanel,
  approveOffline,
  statusOf,
}) => {
  await openPanel()
  const [name = ''] = await pendingNames(page, 1)
  await approveOffline(name)
  // The copy of the queue names its database from the first read after the database was checked.
  const readCopy = () => page.evaluate(() => localStorage.getItem('queued-changes'))
  await expect.poll(readCopy).toMatch(/"databaseId":\d/)
  const debug = await context.newCDPSession(page)
  await debug.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'indexeddb' })
  await expectNamedLoss(page, server, [name])
  const card = boardCard(page, name)
  await card.getByText('Waiting').waitFor({ state: 'detached' })
  await decide(page, name, 'Accept')
  await card.getByText('Waiting').waitFor()
  await comeBackOnline(network, page)
  await card.getByText('Waiting').waitFor({ state: 'detached' })
  expect(await statusOf(name)).toBe('approved')
  // The new decision does not change the notice.
  await expectNamedLoss(page, server, [name])
})

test('when a killed browser recreates its databases, lost changes are listed until dismissed', async ({
  context,
  device,
  network,
  page: first,
  server,
  url,
  openPanel,
  approveOffline,
  statusOf,
}) => {
  await openPanel()
  const names = await pendingNames(first, 2)
  for (const name of names) await approveOffline(name)
  // The browser writes localStorage to the disk once a minute, but at once when the site's last page closes. The new,
  // empty page only keeps the browser open.
  await context.newPage()
  await first.close()
  const { id: lastId } = await getListingNamed(server, names[1] ?? '')
  await expect.poll(() => device.hasWritten(`"id":"${lastId.slice(-6).toUpperCase()}"`)).toBe(true)
  await device.kill()
  await device.loseDatabases()

  await network.heal()
  const { page } = await openPage(await device.start(), DESKTOP)
  await page.goto(`${url}/dashboard`)
  await expectNamedLoss(page, server, names)
  expect(await listAuditRows(server)).toEqual([])
  // The notice survives a reload.
  await page.reload()
  await expectNamedLoss(page, server, names)
  await page.getByRole('button', { name: 'I have checked' }).click()
  await notice(page, LOSS).waitFor({ state: 'detached' })
  const [name = ''] = names
  await decide(page, name, 'Accept')
  await waitForToast(page, 'Property approved!')
  expect(await statusOf(name)).toBe('approved')
})

/** Opens the outbox in a later version, like a newer build. Returns the rows that it finds. */
function openNewer(tab: Page) {
  return tab.evaluate(
    () =>
      new Promise<unknown[]>((resolve, reject) => {
        const request = indexedDB.open('outbox', 999)
        request.onblocked = () => reject(new Error('an older tab holds it up'))
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          const rows = request.result.transaction('changes').objectStore('changes').getAll()
          rows.onsuccess = () => resolve(rows.result)
        }
      }),
  )
}

test('when a newer build upgrades the outbox, old tabs show a notice and write no more', async ({
  context,
  network,
  page,
  url,
  openPanel,
  approveOffline,
}) => {
  await openPanel()
  const { page: newer } = await openPage(context, DESKTOP)
  await newer.goto(`${url}/favicon.svg`)
  const [name = '', another = ''] = await pendingNames(page, 2)
  await approveOffline(name)
  expect(await openNewer(newer)).toMatchObject([{ entityName: name }])
  await notice(page, /A newer version of this app has taken over/).waitFor()
  await page.getByRole('button', { name: 'Reload' }).waitFor()
  await decide(page, another, 'Accept')
  await page.getByText(NOT_SAVED).waitFor()
  await network.heal()

  // The old build in a new tab is read-only, and shows why before any decision.
  const { page: late } = await openPage(context, DESKTOP)
  await late.goto(`${url}/dashboard?section=outbox`)
  await notice(late, /A newer version of this app has taken over/).waitFor()
  await notice(late, /outbox cannot be read, so it is not known/).waitFor()
  expect(await late.getByText('Nothing is waiting').count()).toBe(0)
  expect(await openNewer(newer)).toHaveLength(1)
})

test('a storage that does not answer is reported and blocks no screen', async ({
  context,
  page,
  url,
  openPanel,
}) => {
  await openPanel()
  const { page: holder } = await openPage(context, DESKTOP)
  await holder.goto(`${url}/favicon.svg`)
  // While an old tab keeps its connection and a newer build waits to upgrade, nobody else can open the database.
  const held = await holder.evaluateHandle(
    () =>
      new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open('outbox')
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          const upgrade = indexedDB.open('outbox', 999)
          upgrade.onblocked = () => resolve(request.result)
        }
      }),
  )
  await page.reload()
  const [name = ''] = await pendingNames(page, 1)
  await notice(page, /storage does not answer/).waitFor()
  await decide(page, name, 'Accept')
  await page.getByText(NOT_SAVED).waitFor()
  // The old tab closes its connection, so the newer build upgrades.
  await held.evaluate((database) => database.close())
  await notice(page, /A newer version of this app has taken over/).waitFor()
})
