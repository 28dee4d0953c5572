// @module-tag long
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DESKTOP, openPage } from '#tests/support/device.ts'
import {
  type FaultyMarketplace,
  getListingNamed,
  listAuditRows,
  openFaultyMarketplace,
} from './marketplace.ts'
import {
  boardCard,
  findInTable,
  installWorker,
  pendingNames,
  signIn,
  status,
  waitForStatus,
  waitForToast,
} from './panel-page.ts'

// Several tabs of one profile while one of them ends or freezes with a change on its way.

const DRAIN_LOCK = 'outbox-drain'
const LOOK_MS = 30_000 // a click's way to the server on a busy machine
const AFTER_THE_LEASE_MS = 61_000 // a tab that gave no sign of life for as long is overtaken

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

/** As a person may in the browser's settings: the worker is not woken, and tabs alone send. */
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

/** Answers to changes come back when they are let go; the server has done its work. */
function holdAnswers(): void {
  market.network.setFate(({ method }) => ({ fault: method === 'PATCH' ? 'hold' : 'none' }))
}

/** By the event alone: a tab in the background is drawn too seldom to be clicked in. */
async function approveAndSee(page: Page, name: string) {
  const card = boardCard(page, name)
  await card.getByRole('button', { name: 'Accept', exact: true }).dispatchEvent('click')
  await card.getByText('Approved', { exact: true }).waitFor()
}

/** Whether this tab is the one that sends now. */
function isSending(page: Page): Promise<boolean> {
  return page.evaluate(async (lockName) => {
    const own = `who am I ${crypto.randomUUID()}`
    const { held = [] } = await navigator.locks.request(own, () => navigator.locks.query())
    const clientId = held.find(({ name }) => name === own)?.clientId
    return held.some((lock) => lock.name === lockName && lock.clientId === clientId)
  }, DRAIN_LOCK)
}

/** How many changes this tab itself has sent from now on. */
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

test('nine decisions of three tabs at once have one effect each, though the tab that sends is closed in the middle', async () => {
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
  // What was under way is sent anew by another tab, and everything reaches the server twice at once.
  market.network.setFate(({ method }) => ({ fault: method === 'PATCH' ? 'twice' : 'none' }))
  market.network.release()

  const left = tabs.filter((_, place) => !sending[place])
  for (const tab of left) await waitUntilSent(tab)
  for (const name of names) expect([name, await decisionsOn(name)]).toEqual([name, ['approved']])
  const keys = (await listAuditRows(market.server)).map((row) => row.idempotency_key)
  expect(new Set(keys).size).toBe(9)
})

test('a frozen tab that holds the lock is overtaken; thawed, its late answer changes nothing', async () => {
  const [name = '', later = ''] = await pendingNames(first, 2)
  holdAnswers()
  await approveAndSee(first, name)
  await expect.poll(() => market.network.heldCount(), { timeout: LOOK_MS }).toBe(1)
  expect(await isSending(first)).toBe(true)
  const debug = await context.newCDPSession(first)
  await freeze(debug)
  market.network.setFate(null)

  const { page: second } = await openPage(context, DESKTOP)
  // Its clock alone runs ahead: the browser's driver would set the frozen tab's clock too, and wait for it.
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
  // What other tabs told it meanwhile the debugger has kept from it; a step of its own makes it read the outbox.
  await approveAndSee(first, later)
  await waitUntilSent(first)
  await boardCard(first, name).getByText('Rejected', { exact: true }).waitFor()
  expect(await decisionsOn(name)).toEqual(['approved', 'rejected'])
  expect(await decisionsOn(later)).toEqual(['approved'])
})

/**
 * Nothing of the tab runs, and what it holds it keeps. By the debugger, because a browser under a driver takes every tab
 * for a visible one and freezes none.
 */
async function freeze(debug: CDPSession): Promise<void> {
  await debug.send('Debugger.enable')
  await debug.send('Debugger.pause')
}

async function thaw(debug: CDPSession): Promise<void> {
  await debug.send('Debugger.resume')
  await debug.send('Debugger.disable')
}
