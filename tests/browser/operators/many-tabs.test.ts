// @module-tag long
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type FaultyMarketplace,
  getListingNamed,
  listAuditRows,
  openFaultyMarketplace,
} from '#tests/browser/pages/marketplace.ts'
import {
  boardCard,
  findInTable,
  installWorker,
  pendingNames,
  signIn,
  status,
  waitForStatus,
  waitForToast,
} from '#tests/browser/pages/panel-page.ts'
import { DESKTOP, openPage } from '#tests/support/browser/device.ts'

// Several tabs of a profile, one of which closes or freezes while it is sending a change.

const DRAIN_LOCK = 'outbox-drain'
const LOOK_MS = 30_000 // longest wait until a click's request reaches the server, on a busy machine
const AFTER_THE_LEASE_MS = 61_000 // longer than the time without a heartbeat after which another tab sends a tab's changes

let market: FaultyMarketplace
let context: BrowserContext
let first: Page
let url: string

beforeEach(async () => {
  market = await openFaultyMarketplace()
  ;({ context } = market)
  url = market.network.url
  await refuseBackgroundSync()
  ;({ page: first } = await openPage(context, DESKTOP))
  await signIn(first, url, market.server.operator)
  await installWorker(first)
})

afterEach(() => market.close())

/** Denies Background Sync, as a user may in the browser's settings, so that only tabs send. */
async function refuseBackgroundSync(): Promise<void> {
  const debug = await context.browser()?.newBrowserCDPSession()
  await debug?.send('Browser.setPermission', {
    permission: { name: 'background-sync' },
    setting: 'denied',
    origin: url,
  })
}

async function openTab(): Promise<Page> {
  const { page } = await openPage(context, DESKTOP)
  await page.goto(`${url}/dashboard`)
  await waitForStatus(page, 'Online')
  return page
}

/** Holds the answers to changes until they are released. The server applies the changes at once. */
function holdAnswers(): void {
  market.network.setFate(({ method }) => ({ fault: method === 'PATCH' ? 'hold' : 'none' }))
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

async function decisionsOn(name: string): Promise<(string | null)[]> {
  const { id } = await getListingNamed(market.server, name)
  const rows = (await listAuditRows(market.server)).filter(({ entity_id }) => entity_id === id)
  return rows.map(({ to_value }) => to_value)
}

test('nine concurrent decisions in three tabs have one effect each, even if the sending tab is closed', async () => {
  const tabs = [first, await openTab(), await openTab()]
  const names = await pendingNames(first, 9)
  holdAnswers()
  await Promise.all(
    tabs.map(async (tab, place) => {
      for (const name of names.slice(place * 3, place * 3 + 3)) {
        await approveAndSee(tab, name)
      }
    }),
  )
  await expect.poll(() => market.network.heldCount(), { timeout: LOOK_MS }).toBeGreaterThan(0)
  const sending = await Promise.all(tabs.map(isSending))
  expect(sending.filter((is) => is)).toHaveLength(1)
  await tabs[sending.indexOf(true)]?.close()
  // Another tab sends the pending changes again, and the proxy delivers every change twice.
  market.network.setFate(({ method }) => ({ fault: method === 'PATCH' ? 'twice' : 'none' }))
  market.network.release()

  const left = tabs.filter((_, place) => !sending[place])
  for (const tab of left) await waitUntilSent(tab)
  for (const name of names) expect([name, await decisionsOn(name)]).toEqual([name, ['approved']])
  const keys = (await listAuditRows(market.server)).map((row) => row.idempotency_key)
  expect(new Set(keys).size).toBe(9)
})

test('another tab sends the change of a frozen tab, and the answer to the thawed tab changes nothing', async () => {
  const [name = '', later = ''] = await pendingNames(first, 2)
  holdAnswers()
  await approveAndSee(first, name)
  await expect.poll(() => market.network.heldCount(), { timeout: LOOK_MS }).toBe(1)
  expect(await isSending(first)).toBe(true)
  const debug = await context.newCDPSession(first)
  await freeze(debug)
  market.network.setFate(null)

  const { page: second } = await openPage(context, DESKTOP)
  // Advances only this tab's clock. Playwright's clock would also set the frozen tab's clock, and wait for that tab.
  await second.addInitScript((aheadMs) => {
    const { now } = Date
    Date.now = () => now() + aheadMs
  }, AFTER_THE_LEASE_MS)
  const sentBySecond = countSent(second)
  await findInTable(second, url, name)
  await waitForStatus(second, 'Online')
  expect(await decisionsOn(name)).toEqual(['approved'])
  const tries = market.network.changes.filter(({ method }) => method === 'PATCH')
  expect(tries).toHaveLength(2)
  expect(sentBySecond()).toBe(1)
  expect(new Set(tries.map(({ key }) => key)).size).toBe(1)
  await second.getByLabel(`Status of ${name}`).selectOption('rejected')
  await waitForToast(second, 'Status updated successfully!')

  market.network.release()
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
