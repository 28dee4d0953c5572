import { expect } from 'vitest'
import { deviceTest } from '#tests/browser/pages/market-test.ts'
import { getListingNamed, listAuditRows } from '#tests/browser/pages/marketplace.ts'
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

// Two devices of an operator decide about the same listing while one device has no network.

const test = deviceTest
  .extend('listing', async ({ page, url, server }) => {
    await signIn(page, url, server.operator)
    await installWorker(page)
    const [name = ''] = await pendingNames(page, 1)
    return { name, id: (await getListingNamed(server, name)).id }
  })
  /** Approves without a network. Returns the idempotency key of the waiting approval. */
  .extend('approveOffline', ({ page, network, listing }) => async () => {
    await network.cut()
    await page.reload()
    await decide(page, listing.name, 'Accept')
    await waitForStatus(page, 'Offline · 1 waiting')
    const { databases } = await readDeviceStorage(page)
    const [waiting] = databases['outbox']?.['changes'] ?? []
    return (waiting as { key: string }).key // every change has a key
  })
  /** Makes an approval conflict with a rejection by the other device. Returns the approval's idempotency key. */
  .extend('meetConflict', ({ page, network, server, listing, approveOffline }) => async () => {
    const key = await approveOffline()
    await decideElsewhere({ server }, listing.id, 'rejected')
    await comeBackOnline(network, page)
    await waitForStatus(page, 'Online · 1 needs attention')
    await status(page).click()
    await page
      .getByRole('region', { name: 'You decided' })
      .getByText('Approved', { exact: true })
      .waitFor()
    return key
  })
  .extend('listDecisions', ({ server }) => async () => {
    return (await listAuditRows(server)).map(({ to_value }) => to_value)
  })

test('an approval in conflict with another device shows both sides; "Keep mine" sends it again', async ({
  page,
  server,
  listing,
  meetConflict,
  listDecisions,
}) => {
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
  expect(await listDecisions()).toEqual(['rejected'])

  await page.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByText('Nothing is waiting').waitFor()
  expect(await getListingNamed(server, listing.name)).toMatchObject({
    status: 'approved',
    version: 3,
  })
  const rows = await listAuditRows(server)
  expect(rows.map(({ to_value }) => to_value)).toEqual(['rejected', 'approved'])
  expect(rows[1]?.idempotency_key).toMatch(/^[0-9a-f-]{32,36}$/)
  expect(rows[1]?.idempotency_key).not.toBe(firstKey)
})

test('"Keep theirs" sends nothing, and the board shows the decision of the other device', {
  tags: ['long'],
}, async ({ page, url, server, listing, meetConflict, listDecisions }) => {
  await meetConflict()
  await page.getByRole('button', { name: 'Keep theirs' }).click()
  await page.getByText('Nothing is waiting').waitFor()
  await waitForStatus(page, 'Online')
  await page.goto(`${url}/dashboard?section=property&q=${encodeURIComponent(listing.name)}`)
  await expect
    .poll(() => page.getByLabel(`Status of ${listing.name}`).inputValue())
    .toBe('rejected')
  expect(await listDecisions()).toEqual(['rejected'])
  expect(await getListingNamed(server, listing.name)).toMatchObject({ version: 2 })
})

test('an approval of a listing that another device deleted is refused, and can only be discarded', {
  tags: ['long'],
}, async ({ page, server, network, listing, approveOffline }) => {
  await approveOffline()
  await deleteElsewhere({ server }, listing.id)
  await comeBackOnline(network, page)
  await waitForStatus(page, 'Online · 1 needs attention')
  await status(page).click()
  await page.getByText('This listing was deleted on the server meanwhile.').waitFor()
  const entry = page.getByRole('listitem').filter({ hasText: listing.name })
  expect(await entry.getByRole('button').allInnerTexts()).toEqual(['Discard'])
  await entry.getByRole('button', { name: 'Discard' }).click()
  const question = page.getByRole('alertdialog', { name: 'Discard this change?' })
  await question.getByRole('button', { name: 'Discard' }).click()
  await page.getByText('Nothing is waiting').waitFor()
  await waitForStatus(page, 'Online')
})

test('an offline approval of a listing that another device approved meanwhile is reported as already approved', {
  tags: ['long'],
}, async ({ page, server, network, listing, approveOffline, listDecisions }) => {
  await approveOffline()
  await decideElsewhere({ server }, listing.id, 'approved')
  await comeBackOnline(network, page)
  await waitForToast(page, `${listing.name} was already approved by you.`)
  await waitForStatus(page, 'Online')
  // The card is approved or gone from the board, depending on whether the read or the change was answered first.
  await boardCard(page, listing.name).getByText('Pending').waitFor({ state: 'detached' })
  expect(await boardCard(page, listing.name).getByText('Waiting').count()).toBe(0)
  expect(await listDecisions()).toEqual(['approved'])
  expect(await getListingNamed(server, listing.name)).toMatchObject({ version: 2 })
})

test('an approval of a listing that another device approved just before is reported as already approved', {
  tags: ['long'],
}, async ({ page, server, listing, listDecisions }) => {
  await decideElsewhere({ server }, listing.id, 'approved')
  await decide(page, listing.name, 'Accept')
  await waitForToast(page, `${listing.name} was already approved by you.`)
  await waitForStatus(page, 'Online')
  expect(await listDecisions()).toEqual(['approved'])
})
