import { expect } from 'vitest'
import {
  createEvent,
  openEventsAs,
  RAVI,
  register,
  signInAs,
  signOut,
  typeCredentials,
  waitForEvents,
} from '#tests/browser/pages/account-page.ts'
import { marketTest } from '#tests/browser/pages/market-test.ts'
import { listEventRows } from '#tests/browser/pages/marketplace.ts'
import { waitForStatus } from '#tests/browser/pages/panel-page.ts'

// A change that waits on a device is sent once, and only in the name of its user.

const test = marketTest.extend('listTitles', ({ server }) => async () => {
  const rows = await listEventRows(server, server.demoUser.id)
  return rows.map(({ fields }) => String(fields['title']))
})

test("a waiting change is never sent under another user's name, and waits until its user signs in again", async ({
  page,
  url,
  network,
  server,
  listTitles,
}) => {
  await openEventsAs(page, url, server.demoUser)
  await network.cut()
  await createEvent(page, { title: 'Waits for its owner', starts: '2027-03-06T10:30' })
  await waitForStatus(page, 'Offline · 1 waiting')
  await signOut(page, 'Keep for my next sign-in')
  await network.heal()

  await register(page, url, RAVI)
  await page.goto(`${url}/account/events`)
  await waitForStatus(page, 'Online')
  await page.getByText('No events yet').waitFor()
  expect(await listTitles()).not.toContain('Waits for its owner')

  await signInAs(page, url, server.demoUser)
  const question = page.getByRole('alertdialog')
  await question
    .getByText(/on this device/)
    .first()
    .waitFor()
  await question.getByRole('button', { name: /sign out/i }).click()
  await waitForEvents(page)
  await expect.poll(listTitles).toContain('Waits for its owner')
})

test('a session that ends keeps an unsent change, which is sent after its user signs in again', async ({
  page,
  url,
  server,
  listTitles,
}) => {
  await openEventsAs(page, url, server.demoUser)
  const now = server.clock.now().toISOString()
  await server.db.updateTable('sessions').set({ revoked_at: now }).execute()
  await createEvent(page, { title: 'Sent later', starts: '2027-03-06T10:30' })
  await page.getByText(/Your session ended/).waitFor()
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await typeCredentials(page, server.demoUser)
  await waitForEvents(page)
  await expect.poll(listTitles).toContain('Sent later')
  expect((await listTitles()).filter((title) => title === 'Sent later')).toHaveLength(1)
})
