// @module-tag long
import { expect } from 'vitest'
import { findAccount } from '#server/accounts/people/account-repository.ts'
import { listRegistrations } from '#server/accounts/people/registration-repository.ts'
import {
  createEvent,
  deleteEvent,
  editTitle,
  eventCard,
  openEventsAs,
  RAVI,
  register,
  waitForEvents,
} from '#tests/browser/pages/account-page.ts'
import { deviceTest, FILE } from '#tests/browser/pages/market-test.ts'
import { listEventRows } from '#tests/browser/pages/marketplace.ts'
import {
  comeBackOnline,
  killSignedIn,
  waitForStatus,
  waitForToast,
  withoutNetworkNoise,
} from '#tests/browser/pages/panel-page.ts'
import { openPage, PHONE } from '#tests/support/browser/device.ts'

// An end user in a real browser, with the real server, a real mail server and a network that can be cut.

const test = deviceTest.extend('mail', FILE, () => 'inbox' as const)

test('a person registers with a mailed code, and creates, edits and deletes an event', async ({
  page,
  noise,
  server,
  url,
}) => {
  const { clock, db, getInbox } = server
  const findRavi = () => findAccount(db, RAVI.email, 'user')
  const listPending = () => listRegistrations(db, RAVI.email, clock.now().toISOString())
  const listEvents = async () => listEventRows(server, (await findRavi())?.id ?? 'nobody')
  await page.goto(url)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await register(page, url, RAVI)
  await page.getByText(RAVI.email).waitFor()
  const given = { phone_number: '+91 98765 43210', consent_policy: '17-06-2025' }
  expect(await findRavi()).toBeUndefined()
  expect(await listPending()).toMatchObject([given])

  const code = await getInbox().waitForCode(RAVI.email)
  await page.getByLabel('Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await waitForToast(page, 'Your e-mail address is verified.')
  await page.getByRole('button', { name: 'Post your property' }).waitFor()
  await page.getByRole('link', { name: 'Your events' }).click()
  await waitForEvents(page)
  expect(await findRavi()).toMatchObject({ ...given, role: 'user', verified: 1 })
  expect(await listPending()).toEqual([])
  await page.getByText('No events yet').waitFor()

  await createEvent(page, {
    title: 'Open house in Baner',
    starts: '2027-03-06T10:30',
    place: 'Baner Road, Pune',
  })
  await waitForToast(page, 'Event created successfully!')
  expect(await listEvents()).toMatchObject([
    { version: 1, fields: { title: 'Open house in Baner', startsAt: '2027-03-06T05:00:00.000Z' } },
  ])

  await editTitle(page, 'Open house in Baner', 'Second open house')
  await waitForToast(page, 'Event updated successfully!')
  await eventCard(page, 'Second open house').waitFor()
  expect(await listEvents()).toMatchObject([
    { version: 2, fields: { title: 'Second open house', place: 'Baner Road, Pune' } },
  ])

  await deleteEvent(page, 'Second open house')
  await waitForToast(page, 'Event deleted successfully!')
  await page.getByText('No events yet').waitFor()
  expect(await listEvents()).toEqual([])
  expect(noise).toEqual([])
})

test('without a network, events remain readable; creations, edits and deletions arrive exactly once after it returns', async ({
  device,
  network,
  page: first,
  server,
  url,
}) => {
  const listEvents = () => listEventRows(server, server.demoUser.id)
  async function reopen() {
    const opened = await openPage(await device.start(), PHONE)
    await opened.page.goto(`${url}/account/events`)
    await waitForEvents(opened.page)
    return opened
  }
  await openEventsAs(first, url, server.demoUser)
  await device.stop()
  await network.cut()
  const { page: cutOff } = await reopen()
  await waitForStatus(cutOff, 'Offline')
  const before = await listEvents()
  await cutOff.getByText(/^Saved copy from/).waitFor()
  await cutOff
    .getByRole('button', { name: /^Edit / })
    .nth(1)
    .waitFor()

  await createEvent(cutOff, { title: 'Made in a tunnel', starts: '2027-03-06T10:30' })
  await waitForStatus(cutOff, 'Offline · 1 waiting')
  await editTitle(cutOff, 'Made in a tunnel', 'Made in a lift')
  await eventCard(cutOff, 'Made in a lift').waitFor()
  await waitForStatus(cutOff, 'Offline · 1 waiting')

  const titles = cutOff
    .getByRole('button', { name: /^Delete / })
    .evaluateAll((buttons) =>
      buttons.map((button) => button.getAttribute('aria-label')?.replace('Delete ', '') ?? ''),
    )
  const [kept = '', dropped = ''] = await titles
  await deleteEvent(cutOff, kept)
  await eventCard(cutOff, kept).getByRole('button', { name: 'Undo' }).click()
  await waitForStatus(cutOff, 'Offline · 1 waiting')
  await deleteEvent(cutOff, dropped)
  await waitForStatus(cutOff, 'Offline · 2 waiting')

  await killSignedIn(device, cutOff)
  const { page, noise } = await reopen()
  await waitForStatus(page, 'Offline · 2 waiting')
  await eventCard(page, 'Made in a lift').waitFor()
  expect(await listEvents()).toEqual(before)

  await comeBackOnline(network, page)
  await waitForToast(page, '2 changes sent.')
  const after = await listEvents()
  expect(after.map(({ fields }) => fields['title']).sort()).toEqual(
    [
      ...before.map(({ fields }) => fields['title']).filter((title) => title !== dropped),
      'Made in a lift',
    ].sort(),
  )
  expect(after.find(({ fields }) => fields['title'] === 'Made in a lift')?.version).toBe(1)
  await waitForStatus(page, 'Online')
  expect(withoutNetworkNoise(noise)).toEqual([])
})
