// @module-tag long
import { expect } from 'vitest'
import {
  createEvent,
  openEventsAs,
  typeCredentials,
  waitForEvents,
} from '#tests/browser/pages/account-page.ts'
import { marketTest as test } from '#tests/browser/pages/market-test.ts'
import { listEventRows } from '#tests/browser/pages/marketplace.ts'

test('a session that ends keeps an unsent change, which is sent once after its user signs in again', async ({
  page,
  url,
  server: { clock, db, demoUser },
}) => {
  const listTitles = async () => {
    const rows = await listEventRows({ db }, demoUser.id)
    return rows.map(({ fields }) => fields['title'])
  }
  await openEventsAs(page, url, demoUser)
  await db.updateTable('sessions').set({ revoked_at: clock.now().toISOString() }).execute()
  await createEvent(page, { title: 'Sent later', starts: '2027-03-06T10:30' })
  await page.getByText(/Your session ended/).waitFor()
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await typeCredentials(page, demoUser)
  await waitForEvents(page)
  await expect.poll(listTitles).toContain('Sent later')
  expect((await listTitles()).filter((title) => title === 'Sent later')).toHaveLength(1)
})
