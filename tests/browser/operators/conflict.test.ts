import { expect } from 'vitest'
import { marketTest as test } from '#tests/browser/pages/market-test.ts'
import { getListingNamed, listAuditRows } from '#tests/browser/pages/marketplace.ts'
import { decideElsewhere, OTHER_DEVICE_NAME } from '#tests/browser/pages/other-desk.ts'
import {
  comeBackOnline,
  decide,
  installWorker,
  pendingNames,
  readDeviceStorage,
  signIn,
  status,
  waitForStatus,
} from '#tests/browser/pages/panel-page.ts'
import { DESKTOP, openPage } from '#tests/support/browser/device.ts'

// Two devices of an operator, both with the board open, or one without a network.

test('an approval in conflict with another device shows both sides; "… anyway" sends it again', async ({
  page,
  url,
  network,
  server,
}) => {
  await signIn(page, url, server.operator)
  await installWorker(page)
  const [name = ''] = await pendingNames(page, 1)
  const { id } = await getListingNamed(server, name)
  await network.cut()
  await page.reload()
  await decide(page, name, 'Accept')
  await waitForStatus(page, 'Offline · 1 waiting')
  const { databases } = await readDeviceStorage(page)
  const waiting = databases['outbox']?.['changes'] as { key: string }[] // every change has a key

  await decideElsewhere({ server }, id, 'rejected')
  await comeBackOnline(network, page)
  await waitForStatus(page, 'Online · 1 needs attention')
  await status(page).click()
  const side = (heading: string) => page.getByRole('region', { name: heading })
  await side('You decided').getByText('Approved', { exact: true }).waitFor()
  await side('The server has').getByText('Rejected', { exact: true }).waitFor()
  const origin = new RegExp(
    `^Changed \\d\\d [A-Z][a-z]{2} \\d\\d, \\d\\d:\\d\\d by you, on ${OTHER_DEVICE_NAME}$`,
  )
  await page.getByText(origin).waitFor()
  await page.getByText(/\((just now|\d+ min ago)\) by Operator, on this device$/).waitFor()
  expect((await listAuditRows(server)).map(({ to_value }) => to_value)).toEqual(['rejected'])

  await page.getByRole('button', { name: 'Approve anyway' }).click()
  await page.getByText('Nothing is waiting').waitFor()
  expect(await getListingNamed(server, name)).toMatchObject({ status: 'approved', version: 3 })
  const rows = await listAuditRows(server)
  expect(rows.map(({ to_value }) => to_value)).toEqual(['rejected', 'approved'])
  expect(rows[1]?.idempotency_key).toMatch(/^[0-9a-f-]{32,36}$/)
  expect(rows[1]?.idempotency_key).not.toBe(waiting[0]?.key)
})

test('a rejection on another device appears within 30 s, and moves no card under the pointer', {
  tags: ['long'],
}, async ({ context, url, server }) => {
  const { page: desk } = await openPage(context, DESKTOP, { readsAhead: true })
  await desk.clock.install()
  await signIn(desk, url, server.operator)
  const cards = desk.locator('.board-card')
  const [first, second] = [cards.first(), cards.nth(1)]
  const id = (await first.getAttribute('data-row')) ?? ''
  await second.hover()
  const place = await second.boundingBox()
  await decideElsewhere({ server }, id, 'rejected')
  await desk.clock.fastForward(31_000)
  await first.getByText('Rejected').waitFor()
  expect(await first.getAttribute('data-row')).toBe(id)
  expect(await second.boundingBox()).toEqual(place)

  // Decided cards move to the end once the pointer has left the board.
  await desk.mouse.move(0, 0)
  await desk.clock.fastForward(1_000)
  await expect.poll(() => first.getAttribute('data-row')).not.toBe(id)
})
