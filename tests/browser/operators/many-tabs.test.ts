// @module-tag long
import type { CDPSession, Page } from 'playwright-core'
import { expect } from 'vitest'
import { faultyTest } from '#tests/browser/pages/market-test.ts'
import { getListingNamed, listAuditRows } from '#tests/browser/pages/marketplace.ts'
import {
  boardCard,
  comeBackOnline,
  decide,
  findInTable,
  installWorker,
  pendingNames,
  signIn,
  status,
  waitForStatus,
  waitForToast,
} from '#tests/browser/pages/panel-page.ts'
import { DESKTOP, openPage } from '#tests/support/browser/device.ts'

// Several tabs of a profile share one outbox, and only one of them sends at a time, even if it closes or freezes meanwhile.

const DRAIN_LOCK = 'outbox-drain'
const LOOK_MS = 30_000 // longest wait until a click's request reaches the server, on a busy machine
const AFTER_THE_LEASE_MS = 61_000 // longer than the time without a heartbeat after which another tab sends a tab's changes

const test = faultyTest
  .extend('size', () => DESKTOP)
  .extend('first', async ({ page, url, server }) => {
    await refuseBackgroundSync(page, url)
    await signIn(page, url, server.operator)
    await installWorker(page)
    return page
  })
  .extend('openTab', ({ first, url }) => async () => {
    const { page } = await openPage(first.context(), DESKTOP)
    await page.goto(`${url}/dashboard`)
    await waitForStatus(page, 'Online')
    return page
  })
  /** Holds the answers to changes until they are released. The server applies the changes at once. */
  .extend('holdAnswers', ({ network }) => () => {
    network.setFate(({ method }) => ({ fault: method === 'PATCH' ? 'hold' : 'none' }))
  })
  /** The audited decisions about a listing, in order. */
  .extend('decisionsOn', ({ server }) => async (name: string) => {
    const { id } = await getListingNamed(server, name)
    const rows = (await listAuditRows(server)).filter(({ entity_id }) => entity_id === id)
    return rows.map(({ to_value }) => to_value)
  })

/** Denies Background Sync, as a user may in the browser's settings, so that only tabs send. */
async function refuseBackgroundSync(page: Page, origin: string): Promise<void> {
  const debug = await page.context().browser()?.newBrowserCDPSession()
  const permission = { name: 'background-sync' }
  await debug?.send('Browser.setPermission', { permission, setting: 'denied', origin })
}

/** Dispatches a click event, because background tabs render too rarely for a real click. */
async function approveAndSee(page: Page, name: string) {
  const card = boardCard(page, name)
  await card.getByRole('button', { name: 'Accept', exact: true }).dispatchEvent('click')
  await card.getByText('Approved', { exact: true }).waitFor()
}

/** Whether this tab holds the lock that only the sending tab has. */
function isSending(page: Page): Promise<boolean> {
  return page.evaluate(async (lockName) => {
    const own = `who am I ${crypto.randomUUID()}`
    const { held = [] } = await navigator.locks.request(own, () => navigator.locks.query())
    const clientId = held.find(({ name }) => name === own)?.clientId
    return held.some((lock) => lock.name === lockName && lock.clientId === clientId)
  }, DRAIN_LOCK)
}

/** Counts the changes that this tab sends from now on. */
function countSent(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() === 'PATCH') count += 1
  })
  return () => count
}

async function waitUntilSent(page: Page): Promise<void> {
  const unsent = status(page).getByText(/waiting|Sending/)
  await unsent.waitFor({ state: 'detached', timeout: 60_000 })
}

test('a decision in one tab appears in the other at once, whether it waits or was sent', async ({
  first,
  openTab,
  network,
}) => {
  const second = await openTab()
  const [name = '', offlineName = ''] = await pendingNames(first, 2)
  await decide(first, name, 'Accept')
  await waitForToast(first, 'Property approved!')
  await boardCard(second, name).getByText('Approved').waitFor()

  await network.cut()
  await decide(first, offlineName, 'Cancel')
  const card = boardCard(second, offlineName)
  await card.getByText('Rejected').waitFor()
  await card.getByText('Waiting').waitFor()
  await status(second).getByText('1 waiting').waitFor()
})

test('decisions made offline in two tabs arrive once each, in order per listing', async ({
  first,
  openTab,
  network,
  server,
  decisionsOn,
}) => {
  const second = await openTab()
  const [both = '', ofFirst = '', ofSecond = ''] = await pendingNames(first, 3)
  await network.cut()
  await decide(first, both, 'Accept')
  // The first decision was sent but not answered, so the next decision is queued after it and does not replace it.
  await first
    .getByText(/Saved on this device/)
    .first()
    .waitFor()
  await boardCard(second, both).getByText('Approved').waitFor()
  await decide(second, both, 'Cancel')
  await waitForStatus(first, 'Offline · 2 waiting')
  await decide(first, ofFirst, 'Accept')
  await waitForStatus(second, 'Offline · 3 waiting')
  await decide(second, ofSecond, 'Cancel')
  await waitForStatus(first, 'Offline · 4 waiting')

  await comeBackOnline(network, first)
  for (const tab of [first, second]) await waitUntilSent(tab)
  expect(await decisionsOn(both)).toEqual(['approved', 'rejected'])
  expect(await decisionsOn(ofFirst)).toEqual(['approved'])
  expect(await decisionsOn(ofSecond)).toEqual(['rejected'])
  const keys = (await listAuditRows(server)).map((row) => row.idempotency_key)
  expect(keys).toHaveLength(4)
  expect(new Set(keys).size).toBe(4)
})

test('nine concurrent decisions in three tabs have one effect each, even if the sending tab is closed', async ({
  first,
  openTab,
  holdAnswers,
  network,
  server,
  decisionsOn,
}) => {
  const tabs = [first, await openTab(), await openTab()]
  const names = await pendingNames(first, 9)
  holdAnswers()
  await Promise.all(
    tabs.map(async (tab, place) => {
      for (const name of names.slice(place * 3, place * 3 + 3)) await approveAndSee(tab, name)
    }),
  )
  await expect.poll(() => network.heldCount(), { timeout: LOOK_MS }).toBeGreaterThan(0)
  const sending = await Promise.all(tabs.map(isSending))
  expect(sending.filter((is) => is)).toHaveLength(1)
  await tabs[sending.indexOf(true)]?.close()
  // Another tab sends the pending changes again, and the proxy delivers every change twice.
  network.setFate(({ method }) => ({ fault: method === 'PATCH' ? 'twice' : 'none' }))
  network.release()

  const left = tabs.filter((_, place) => !sending[place])
  for (const tab of left) await waitUntilSent(tab)
  for (const name of names) expect([name, await decisionsOn(name)]).toEqual([name, ['approved']])
  const keys = (await listAuditRows(server)).map((row) => row.idempotency_key)
  expect(new Set(keys).size).toBe(9)
})

test('another tab sends the change of a frozen tab, and the answer to the thawed tab changes nothing', async ({
  first,
  holdAnswers,
  network,
  url,
  decisionsOn,
}) => {
  const [name = '', later = ''] = await pendingNames(first, 2)
  holdAnswers()
  await approveAndSee(first, name)
  await expect.poll(() => network.heldCount(), { timeout: LOOK_MS }).toBe(1)
  expect(await isSending(first)).toBe(true)
  const debug = await first.context().newCDPSession(first)
  await freeze(debug)
  network.setFate(null)

  const { page: second } = await openPage(first.context(), DESKTOP)
  // Advances only this tab's clock. Playwright's clock would also set the frozen tab's clock, and wait for that tab.
  await second.addInitScript((aheadMs) => {
    const { now } = Date
    Date.now = () => now() + aheadMs
  }, AFTER_THE_LEASE_MS)
  const sentBySecond = countSent(second)
  await findInTable(second, url, name)
  await waitForStatus(second, 'Online')
  expect(await decisionsOn(name)).toEqual(['approved'])
  const tries = network.changes.filter(({ method }) => method === 'PATCH')
  expect(tries).toHaveLength(2)
  expect(sentBySecond()).toBe(1)
  expect(new Set(tries.map(({ key }) => key)).size).toBe(1)
  await second.getByLabel(`Status of ${name}`).selectOption('rejected')
  await waitForToast(second, 'Status updated successfully!')

  network.release()
  await thaw(debug)
  // While frozen, this tab missed the other tab's messages. A decision here makes it read the outbox again.
  await approveAndSee(first, later)
  await waitUntilSent(first)
  await boardCard(first, name).getByText('Rejected', { exact: true }).waitFor()
  expect(await decisionsOn(name)).toEqual(['approved', 'rejected'])
  expect(await decisionsOn(later)).toEqual(['approved'])
})

/**
 * Stops all scripts of the tab, which keeps its locks. Uses the debugger, because a browser under automation treats every
 * tab as visible and freezes none.
 */
async function freeze(debug: CDPSession): Promise<void> {
  await debug.send('Debugger.enable')
  await debug.send('Debugger.pause')
}

async function thaw(debug: CDPSession): Promise<void> {
  await debug.send('Debugger.resume')
  await debug.send('Debugger.disable')
}
