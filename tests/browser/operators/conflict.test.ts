import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  getListingNamed,
  listAuditRows,
  type Marketplace,
  openMarketplace,
} from '#tests/browser/pages/marketplace.ts'
import {
  decideElsewhere,
  deleteElsewhere,
  OTHER_DEVICE_NAME,
} from '#tests/browser/pages/other-desk.ts'
import {
  boardCard,
  comeBackOnline,
  decide,
  installWorker,
  pendingNames,
  readDeviceStorage,
  signIn,
  status,
  waitForStatus,
  waitForToast,
} from '#tests/browser/pages/panel-page.ts'
import { openPage, PHONE } from '#tests/support/browser/device.ts'

// Two devices of an operator decide about the same listing while one device has no network.

let market: Marketplace
let page: Page
let name: string
let listingId: string

beforeEach(async () => {
  market = await openMarketplace()
  ;({ page } = await openPage(market.context, PHONE))
  await signIn(page, market.network.url, market.server.operator)
  await installWorker(page)
  ;[name = ''] = await pendingNames(page, 1)
  ;({ id: listingId } = await getListingNamed(market.server, name))
})

afterEach(() => market.close())

/** Approves without a network. Returns the idempotency key of the waiting approval. */
async function approveOffline(): Promise<string> {
  await market.network.cut()
  await page.reload()
  await decide(page, name, 'Accept')
  await waitForStatus(page, 'Offline · 1 waiting')
  const { databases } = await readDeviceStorage(page)
  const [waiting] = databases['outbox']?.['changes'] ?? []
  return (waiting as { key: string }).key // every change has a key
}

/** Makes an approval conflict with a rejection by the other device. Returns the approval's idempotency key. */
async function meetConflict(): Promise<string> {
  const key = await approveOffline()
  await decideElsewhere(market, listingId, 'rejected')
  await comeBackOnline(market.network, page)
  await waitForStatus(page, 'Online · 1 needs attention')
  await status(page).click()
  await page
    .getByRole('region', { name: 'You decided' })
    .getByText('Approved', { exact: true })
    .waitFor()
  return key
}

const decisions = async () => (await listAuditRows(market.server)).map(({ to_value }) => to_value)

test('an approval in conflict with another device shows both sides; "Keep mine" sends it again', async () => {
  const firstKey = await meetConflict()
  await page
    .getByRole('region', { name: 'The server has' })
    .getByText('Rejected', { exact: true })
    .waitFor()
  const origin = new RegExp(
    `^Changed \\d\\d [A-Z][a-z]{2} \\d\\d, \\d\\d:\\d\\d by you, on ${OTHER_DEVICE_NAME}$`,
  )
  await page.getByText(origin).waitFor()
  await page.getByText(/\((just now|\d+ min ago)\), on this device$/).waitFor()
  expect(await decisions()).toEqual(['rejected'])

  await page.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByText('Nothing is waiting').waitFor()
  expect(await getListingNamed(market.server, name)).toMatchObject({
    status: 'approved',
    version: 3,
  })
  const rows = await listAuditRows(market.server)
  expect(rows.map(({ to_value }) => to_value)).toEqual(['rejected', 'approved'])
  expect(rows[1]?.idempotency_key).toMatch(/^[0-9a-f-]{32,36}$/)
  expect(rows[1]?.idempotency_key).not.toBe(firstKey)
})

test('"Keep theirs" sends nothing, and the board shows the decision of the other device', {
  tags: ['long'],
}, async () => {
  await meetConflict()
  await page.getByRole('button', { name: 'Keep theirs' }).click()
  await page.getByText('Nothing is waiting').waitFor()
  await waitForStatus(page, 'Online')
  await page.goto(`${market.network.url}/dashboard?section=property&q=${encodeURIComponent(name)}`)
  await expect.poll(() => page.getByLabel(`Status of ${name}`).inputValue()).toBe('rejected')
  expect(await decisions()).toEqual(['rejected'])
  expect(await getListingNamed(market.server, name)).toMatchObject({ version: 2 })
})

test('an approval of a listing that another device deleted is refused, and can only be discarded', {
  tags: ['long'],
}, async () => {
  await approveOffline()
  await deleteElsewhere(market, listingId)
  await comeBackOnline(market.network, page)
  await waitForStatus(page, 'Online · 1 needs attention')
  await status(page).click()
  await page.getByText('This listing was deleted on the server meanwhile.').waitFor()
  const entry = page.getByRole('listitem').filter({ hasText: name })
  expect(await entry.getByRole('button').allInnerTexts()).toEqual(['Discard'])
  await entry.getByRole('button', { name: 'Discard' }).click()
  const question = page.getByRole('alertdialog', { name: 'Discard this change?' })
  await question.getByRole('button', { name: 'Discard' }).click()
  await page.getByText('Nothing is waiting').waitFor()
  await waitForStatus(page, 'Online')
})

test('an offline approval of a listing that another device approved meanwhile is reported as already approved', {
  tags: ['long'],
}, async () => {
  await approveOffline()
  await decideElsewhere(market, listingId, 'approved')
  await comeBackOnline(market.network, page)
  await waitForToast(page, `${name} was already approved by you.`)
  await waitForStatus(page, 'Online')
  // The card is approved or gone from the board, depending on whether the read or the change was answered first.
  await boardCard(page, name).getByText('Pending').waitFor({ state: 'detached' })
  expect(await boardCard(page, name).getByText('Waiting').count()).toBe(0)
  expect(await decisions()).toEqual(['approved'])
  expect(await getListingNamed(market.server, name)).toMatchObject({ version: 2 })
})

test('an approval of a listing that another device approved just before is reported as already approved', {
  tags: ['long'],
}, async () => {
  await decideElsewhere(market, listingId, 'approved')
  await decide(page, name, 'Accept')
  await waitForToast(page, `${name} was already approved by you.`)
  await waitForStatus(page, 'Online')
  expect(await decisions()).toEqual(['approved'])
})
