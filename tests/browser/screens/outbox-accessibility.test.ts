/** @module-tag long */

import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { createEvent, signInAs, waitForEvents } from '#tests/browser/pages/account-page.ts'
import { preparePage, testLooks } from '#tests/browser/pages/axe-page.ts'
import {
  getListingNamed,
  type Marketplace,
  openMarketplace,
} from '#tests/browser/pages/marketplace.ts'
import { decideElsewhere, deleteElsewhere } from '#tests/browser/pages/other-desk.ts'
import {
  comeBackOnline,
  decide,
  installWorker,
  pendingNames,
  signIn,
  status,
} from '#tests/browser/pages/panel-page.ts'
import { DESKTOP, openPage } from '#tests/support/browser/device.ts'

// Screens of an outbox with problems and of a device that works offline: an operator has a conflict and a refused
// decision, an end user has a refused event.

let market: Marketplace
let panel: Page
let account: Page
let url: string

beforeAll(async () => {
  market = await openMarketplace()
  url = market.network.url
  ;({ page: panel } = await openPage(market.context, DESKTOP))
  await preparePage(panel)
  await signIn(panel, url, market.server.operator)
  await installWorker(panel)
  await meetConflictAndRefusal(panel)
  await workOffline(panel)

  const browser = market.context.browser()
  if (!browser) throw new Error('The device has no browser.')
  // Blocks service workers, because the page's route below would not intercept their requests.
  const context = await browser.newContext({ serviceWorkers: 'block' })
  ;({ page: account } = await openPage(context, DESKTOP))
  await preparePage(account)
  await signInAs(account, url, market.server.demoUser)
  await waitForEvents(account)
  await meetRefusedEvent(account)
  await workOffline(account)
})

afterAll(() => market.close())

/** Approves two listings offline. Another device rejects one (a conflict) and deletes the other (a refusal). */
async function meetConflictAndRefusal(page: Page): Promise<void> {
  const names = await pendingNames(page, 2)
  const [overtaken = '', gone = ''] = await Promise.all(
    names.map(async (name) => (await getListingNamed(market.server, name)).id),
  )
  await market.network.cut()
  for (const name of names) await decide(page, name, 'Accept')
  await status(page).getByText('2 waiting').waitFor()
  await decideElsewhere(market, overtaken, 'rejected')
  await deleteElsewhere(market, gone)
  await comeBackOnline(market.network, page)
  await status(page).getByText('2 need attention').waitFor()
}

async function meetRefusedEvent(page: Page): Promise<void> {
  await page.route('**/api/events/create', (route) =>
    route.fulfill({ status: 422, json: { success: false, error: 'No event on a holiday.' } }),
  )
  await createEvent(page, { title: 'Holiday visit', starts: '2027-01-26T10:30' })
  await status(page).getByText('1 needs attention').waitFor()
}

async function workOffline(page: Page): Promise<void> {
  await status(page).click()
  await page.getByRole('switch', { name: 'Work offline' }).click()
  await page.getByRole('button', { name: 'Go online' }).waitFor()
}

testLooks([
  {
    name: 'an outbox with a conflict and a refused decision',
    page: () => panel,
    async open(page) {
      await page.goto(`${url}/dashboard?section=outbox`)
      await page.getByRole('region', { name: 'You decided' }).waitFor()
      await page.getByText('This listing was deleted on the server meanwhile.').waitFor()
      await page.getByRole('button', { name: 'Go online' }).waitFor()
    },
  },
  {
    name: 'the confirmation before a decision is discarded',
    page: () => panel,
    async open(page) {
      await page.goto(`${url}/dashboard?section=outbox`)
      await page.getByRole('button', { name: 'Discard' }).click()
      await page.getByRole('alertdialog', { name: 'Discard this change?' }).waitFor()
    },
  },
  {
    name: 'the board of a device that works offline',
    page: () => panel,
    async open(page) {
      await page.goto(`${url}/dashboard`)
      await page.locator('.board-card').first().waitFor()
      await page.getByRole('button', { name: 'Go online' }).waitFor()
    },
  },
  {
    name: 'events, one of them refused, on a device that works offline',
    page: () => account,
    async open(page) {
      await page.goto(`${url}/account/events`)
      await page.getByText('No event on a holiday.').waitFor()
      await page.getByRole('button', { name: 'Go online' }).waitFor()
    },
  },
  {
    name: 'an outbox with a refused event',
    page: () => account,
    async open(page) {
      await page.goto(`${url}/account/events?section=outbox`)
      await page.getByText('No event on a holiday.').waitFor()
    },
  },
])
