// @module-tag long
import { expect } from 'vitest'
import { deviceTest } from '#tests/browser/pages/market-test.ts'
import { getListingNamed, listAuditRows } from '#tests/browser/pages/marketplace.ts'
import {
  boardCard,
  decide,
  findInTable,
  installWorker,
  killSignedIn,
  pendingNames,
  signIn,
  status,
  waitForStatus,
  waitForToast,
  wakeWorker,
  withoutNetworkNoise,
} from '#tests/browser/pages/panel-page.ts'
import { type Device, openPage, PHONE } from '#tests/support/browser/device.ts'

// An operator's day in a real browser with the real server, over a network that can be cut.

/** The page is that of a restarted browser, in which the operator signed in before, as on another day. */
const test = deviceTest.extend('opened', async ({ context, device, url, server }) => {
  const { page } = await openPage(context, PHONE)
  await signIn(page, url, server.operator)
  await installWorker(page)
  await device.stop()
  return reopen(device, url)
})

async function reopen(device: Device, url: string) {
  const opened = await openPage(await device.start(), PHONE)
  await opened.page.goto(`${url}/dashboard`)
  return opened
}

test('an operator signs in, reads the figures and decides about listings; the server has every decision', async ({
  page,
  noise,
  url,
  server,
}) => {
  await page.locator('[data-value="140"]').waitFor()
  const [accepted = '', rejected = ''] = await pendingNames(page, 2)

  await decide(page, accepted, 'Accept')
  await waitForToast(page, 'Property approved!')
  await boardCard(page, accepted).getByText('Approved').waitFor()
  expect(await getListingNamed(server, accepted)).toMatchObject({ status: 'approved', version: 2 })

  await decide(page, rejected, 'Cancel')
  await waitForToast(page, 'Property rejected!')
  expect(await getListingNamed(server, rejected)).toMatchObject({ status: 'rejected', version: 2 })

  await findInTable(page, url, accepted)
  const select = page.getByLabel(`Status of ${accepted}`)
  expect(await select.inputValue()).toBe('approved')
  await select.selectOption('pending')
  await waitForToast(page, 'Status updated successfully!')

  await page.getByRole('searchbox').fill(rejected)
  await page.getByRole('button', { name: `Delete ${rejected}` }).click()
  await page.getByText('Are you sure you want to permanently delete this property?').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await waitForToast(page, 'Property deleted permanently.')
  await expect(getListingNamed(server, rejected)).rejects.toThrow('no listing is called')

  const rows = await listAuditRows(server)
  expect(rows.map(({ action, to_value }) => [action, to_value])).toEqual([
    ['status', 'approved'],
    ['status', 'rejected'],
    ['status', 'pending'],
    ['delete', null],
  ])
  expect(noise).toEqual([])
})

test('five decisions without a network survive a reload and a killed browser, and arrive once, in order', async ({
  page,
  device,
  network,
  url,
  server,
}) => {
  const names = await pendingNames(page, 5)
  await network.cut()
  await page.reload()
  await waitForStatus(page, 'Offline')
  expect(await page.evaluate(() => navigator.onLine)).toBe(true)
  for (const [index, name] of names.entries()) {
    await decide(page, name, index % 2 === 0 ? 'Accept' : 'Cancel')
    await status(page)
      .getByText(`${index + 1} waiting`)
      .waitFor()
  }

  await killSignedIn(device, page)
  const { page: later, noise } = await reopen(device, url)
  await waitForStatus(later, 'Offline · 5 waiting')
  expect(await listAuditRows(server)).toEqual([])
  await later.goto(`${url}/dashboard?section=outbox`)
  await later.getByRole('button', { name: 'Undo' }).nth(4).waitFor()

  await network.heal()
  await later.getByText('Nothing is waiting').waitFor()
  await waitForToast(later, '5 changes sent.')
  const rows = await listAuditRows(server)
  expect(rows).toHaveLength(5)
  expect(new Set(rows.map((row) => row.idempotency_key)).size).toBe(5)
  for (const [index, name] of names.entries()) {
    const expected = index % 2 === 0 ? 'approved' : 'rejected'
    expect(await getListingNamed(server, name)).toMatchObject({ status: expected, version: 2 })
  }
  expect(withoutNetworkNoise(noise)).toEqual([])
})

test('with no page of the app open, the service worker sends the waiting changes', async ({
  page,
  network,
  url,
  server,
}) => {
  const names = await pendingNames(page, 3)
  await network.cut()
  await page.reload()
  await waitForStatus(page, 'Offline')
  for (const name of names) await decide(page, name, 'Accept')
  await waitForStatus(page, 'Offline · 3 waiting')

  const { page: plain } = await openPage(page.context(), PHONE)
  await page.close()
  await network.heal()
  await plain.goto(`${url}/api/healthz`)
  await wakeWorker(plain, url)
  const countDecisions = async () => (await listAuditRows(server)).length
  await expect.poll(countDecisions, { timeout: 20_000 }).toBe(3)
})
