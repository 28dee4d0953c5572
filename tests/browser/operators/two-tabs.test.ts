// @module-tag long
import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  getListingNamed,
  listAuditRows,
  type Marketplace,
  openMarketplace,
} from '#tests/browser/pages/marketplace.ts'
import {
  boardCard,
  comeBackOnline,
  decide,
  installWorker,
  pendingNames,
  signIn,
  status,
  waitForStatus,
  waitForToast,
} from '#tests/browser/pages/panel-page.ts'
import { DESKTOP, openPage } from '#tests/support/browser/device.ts'

// Two tabs of an operator share one outbox, and only one tab sends at a time.

let market: Marketplace
let context: BrowserContext
let first: Page
let second: Page

beforeEach(async () => {
  market = await openMarketplace()
  ;({ context } = market)
  ;({ page: first } = await openPage(context, DESKTOP))
  await signIn(first, market.network.url, market.server.operator)
  await installWorker(first)
  ;({ page: second } = await openPage(context, DESKTOP))
  await second.goto(`${market.network.url}/dashboard`)
  await waitForStatus(second, 'Online')
})

afterEach(() => market.close())

/** The audited decisions by listing name, in order. */
async function listDecisions(names: readonly string[]): Promise<Record<string, unknown[]>> {
  const rows = await listAuditRows(market.server)
  const decisions: Record<string, unknown[]> = {}
  for (const name of names) {
    const { id } = await getListingNamed(market.server, name)
    decisions[name] = rows.filter((row) => row.entity_id === id).map(({ to_value }) => to_value)
  }
  return decisions
}

test('a decision in one tab appears in the other at once, whether it waits or was sent', async () => {
  const [name = '', offlineName = ''] = await pendingNames(first, 2)
  await decide(first, name, 'Accept')
  await waitForToast(first, 'Property approved!')
  await boardCard(second, name).getByText('Approved').waitFor()

  await market.network.cut()
  await decide(first, offlineName, 'Cancel')
  const card = boardCard(second, offlineName)
  await card.getByText('Rejected').waitFor()
  await card.getByText('Waiting').waitFor()
  await status(second).getByText('1 waiting').waitFor()
})

test('six decisions made offline in two tabs arrive once each, in order per listing', async () => {
  const names = await pendingNames(first, 5)
  const [both = '', ofFirst = '', ofSecond = '', fifth = '', sixth = ''] = names
  await market.network.cut()
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
  await decide(first, fifth, 'Accept')
  await waitForStatus(second, 'Offline · 5 waiting')
  await decide(second, sixth, 'Accept')
  await waitForStatus(first, 'Offline · 6 waiting')

  await comeBackOnline(market.network, first)
  for (const tab of [first, second]) {
    await status(tab)
      .getByText(/waiting|Sending/)
      .waitFor({ state: 'detached', timeout: 60_000 })
  }
  expect(await listDecisions(names)).toEqual({
    [both]: ['approved', 'rejected'],
    [ofFirst]: ['approved'],
    [ofSecond]: ['rejected'],
    [fifth]: ['approved'],
    [sixth]: ['approved'],
  })
  const keys = (await listAuditRows(market.server)).map((row) => row.idempotency_key)
  expect(keys).toHaveLength(6)
  expect(new Set(keys).size).toBe(6)
})

test('when one of two tabs is closed before its changes are sent, the other tab sends them', async () => {
  const names = await pendingNames(first, 3)
  const [one = '', two = '', three = ''] = names
  await market.network.cut()
  await decide(first, one, 'Accept')
  await decide(first, two, 'Cancel')
  await decide(second, three, 'Accept')
  await waitForStatus(second, 'Offline · 3 waiting')
  await comeBackOnline(market.network, second)
  await first.close()
  await waitForStatus(second, 'Online')
  expect(await listDecisions(names)).toEqual({
    [one]: ['approved'],
    [two]: ['rejected'],
    [three]: ['approved'],
  })
})
