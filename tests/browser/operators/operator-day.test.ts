import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
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
  wakeWorker,
  withoutNetworkNoise,
} from '#tests/browser/pages/panel-page.ts'
import { DESKTOP, openPage, PHONE } from '#tests/support/browser/device.ts'

// An operator's day in a real browser with the real server, over a network that can be cut.

let market: Marketplace
let context: BrowserContext
let page: Page
let noise: string[]
let url: string

beforeEach(async () => {
  market = await openMarketplace()
  ;({ context } = market)
  ;({ url } = market.network)
})

afterEach(() => market.close())

/** Signs in, restarts the browser and opens the panel, as on another day. */
async function open(size = PHONE) {
  ;({ page } = await openPage(context, size))
  await signIn(page, url, market.server.operator)
  await installWorker(page)
  await market.device.stop()
  await reopen(size)
}

async function reopen(size = PHONE) {
  context = await market.device.start()
  ;({ page, noise } = await openPage(context, size))
  await page.goto(`${url}/dashboard`)
}

const listingNamed = (name: string) =>
  market.server.db
    .selectFrom('listings')
    .select(['id', 'status', 'version'])
    .where('name', '=', name)
    .executeTakeFirst()

describe.each([
  ['on a phone', PHONE, []],
  ['on a desktop', DESKTOP, ['long']],
])('%s', (_name, size, tags) => {
  test('an operator signs in, reads the figures and decides about listings; the server has every decision', {
    tags,
  }, async () => {
    await open(size)
    await page.locator('[data-value="140"]').waitFor()
    const [accepted = '', rejected = ''] = await pendingNames(page, 2)

    await decide(page, accepted, 'Accept')
    await waitForToast(page, 'Property approved!')
    await boardCard(page, accepted).getByText('Approved').waitFor()
    expect(await listingNamed(accepted)).toMatchObject({ status: 'approved', version: 2 })

    await decide(page, rejected, 'Cancel')
    await waitForToast(page, 'Property rejected!')
    expect(await listingNamed(rejected)).toMatchObject({ status: 'rejected', version: 2 })

    await page.goto(`${url}/dashboard?section=property`)
    await page.getByRole('searchbox').fill(accepted)
    const select = page.getByLabel(`Status of ${accepted}`)
    await select.waitFor()
    expect(await select.inputValue()).toBe('approved')
    await select.selectOption('pending')
    await waitForToast(page, 'Status updated successfully!')

    await page.getByRole('searchbox').fill(rejected)
    await page.getByRole('button', { name: `Delete ${rejected}` }).click()
    await page.getByText('Are you sure you want to permanently delete this property?').waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await waitForToast(page, 'Property deleted permanently.')
    expect(await listingNamed(rejected)).toBeUndefined()

    expect(
      (await listAuditRows(market.server)).map(({ action, to_value }) => [action, to_value]),
    ).toEqual([
      ['status', 'approved'],
      ['status', 'rejected'],
      ['status', 'pending'],
      ['delete', null],
    ])
    expect(noise).toEqual([])
  })
})

test('five decisions without a network survive a reload and a killed browser, and arrive once, in order', async () => {
  await open()
  const names = await pendingNames(page, 5)
  await market.network.cut()

  await page.reload()
  await waitForStatus(page, 'Offline')
  expect(await page.evaluate(() => navigator.onLine)).toBe(true)
  for (const [index, name] of names.entries()) {
    await decide(page, name, index % 2 === 0 ? 'Accept' : 'Cancel')
    await status(page)
      .getByText(`${index + 1} waiting`)
      .waitFor()
  }

  await market.device.kill()
  await reopen()
  await waitForStatus(page, 'Offline · 5 waiting')
  expect(await listAuditRows(market.server)).toEqual([])
  await page.goto(`${url}/dashboard?section=outbox`)
  await page.getByRole('button', { name: 'Undo' }).nth(4).waitFor()

  await market.network.heal()
  await page.getByText('Nothing is waiting').waitFor()
  await waitForToast(page, '5 changes sent.')
  const rows = await listAuditRows(market.server)
  expect(rows).toHaveLength(5)
  expect(new Set(rows.map((row) => row.idempotency_key)).size).toBe(5)
  for (const [index, name] of names.entries()) {
    const expected = index % 2 === 0 ? 'approved' : 'rejected'
    expect(await listingNamed(name)).toMatchObject({ status: expected, version: 2 })
  }
  expect(withoutNetworkNoise(noise)).toEqual([])
})

test('five approvals made while the browser itself is set to offline survive a killed browser', {
  tags: ['long'],
}, async () => {
  await open()
  const names = await pendingNames(page, 5)
  await context.setOffline(true)
  await page.reload()
  await waitForStatus(page, 'Offline')
  for (const name of names) await decide(page, name, 'Accept')
  await waitForStatus(page, 'Offline · 5 waiting')

  // A killed browser forgets that it is set to offline, so the network itself is cut before the restart.
  await market.network.cut()
  await market.device.kill()
  context = await market.device.start()
  ;({ page, noise } = await openPage(context, PHONE))
  await context.setOffline(true)
  await page.goto(`${url}/dashboard`)
  await waitForStatus(page, 'Offline · 5 waiting')
  await boardCard(page, names[0] ?? '')
    .getByText('Approved')
    .waitFor()

  // The network stays cut until now, because the worker ignores the browser's offline setting and would send.
  await market.network.heal()
  await context.setOffline(false)
  await waitForStatus(page, 'Online')
  expect((await listAuditRows(market.server)).map(({ to_value }) => to_value)).toEqual(
    Array(5).fill('approved'),
  )
  expect(withoutNetworkNoise(noise)).toEqual([])
})

test('two changes of one listing arrive in the order in which they were made', {
  tags: ['long'],
}, async () => {
  await open()
  const [name = ''] = await pendingNames(page, 1)
  // Waits for all reads. If the cut made a read fail, the app would go offline without sending the first decision, and
  // the second decision would replace it.
  await page.waitForLoadState('networkidle')
  await market.network.cut()
  await decide(page, name, 'Accept')
  await page
    .getByText(/Saved on this device/)
    .first()
    .waitFor()
  await decide(page, name, 'Cancel')
  await comeBackOnline(market.network, page)
  await waitForStatus(page, 'Online')
  expect((await listAuditRows(market.server)).map(({ to_value }) => to_value)).toEqual([
    'approved',
    'rejected',
  ])
})

test('with no page of the app open, the service worker sends the waiting changes', async () => {
  await open()
  const names = await pendingNames(page, 3)
  await market.network.cut()
  await page.reload()
  await waitForStatus(page, 'Offline')
  for (const name of names) await decide(page, name, 'Accept')
  await waitForStatus(page, 'Offline · 3 waiting')

  const { page: plain } = await openPage(context, PHONE)
  await page.close()
  await market.network.heal()
  await plain.goto(`${url}/api/healthz`)
  await wakeWorker(plain, url)
  await expect
    .poll(async () => (await listAuditRows(market.server)).length, { timeout: 20_000 })
    .toBe(3)
})
