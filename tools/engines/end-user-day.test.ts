import { expect } from 'vitest'
import { findAccount } from '#server/accounts/people/account-repository.ts'
import { RAVI } from '#tests/browser/pages/account-page.ts'
import { listEventRows } from '#tests/browser/pages/marketplace.ts'
import { engineTest as test } from './engine-test.ts'
import { comeBackOnline, waitForStatus, waitForWorker } from './operator-steps.ts'

const FORM = { role: 'dialog' }

test('an end user registers with a code, creates an event and edits it offline', async ({
  network,
  page,
  server,
  url,
}) => {
  async function listEvents() {
    const account = await findAccount(server.db, RAVI.email, 'user')
    const rows = await listEventRows(server, account?.id ?? 'nobody')
    return rows.map(({ version, fields }) => ({ version, ...fields }))
  }
  await page.goto(`${url}/`)
  await page.click({ role: 'link', name: 'Create an account', nth: 0 })
  await page.fill({ label: 'Full name' }, RAVI.fullName)
  await page.fill({ label: 'Email' }, RAVI.email)
  await page.fill({ label: 'Mobile number' }, RAVI.phoneNumber)
  await page.fill({ label: 'Password' }, RAVI.password)
  await page.click({ role: 'checkbox' })
  await page.click({ role: 'button', name: 'Create account' })
  await page.waitForPath('/account/verify')
  await page.fill({ label: 'Code' }, await server.getInbox().waitForCode(RAVI.email))
  await page.waitFor({ role: 'button', name: 'Post your property' })
  await page.click({ role: 'link', name: 'Your events' })
  await page.waitFor({ role: 'heading', name: 'Your events' })
  await waitForWorker(page)
  await page.click({ role: 'button', name: 'New event' })
  await page.fill({ label: 'Title', within: FORM }, 'Open house in Baner')
  await page.setValue({ label: 'Starts', within: FORM }, '2027-03-06T10:30')
  await page.click({ role: 'button', name: 'Save', within: FORM })
  await expect
    .poll(listEvents)
    .toMatchObject([
      { version: 1, title: 'Open house in Baner', startsAt: '2027-03-06T05:00:00.000Z' },
    ])
  await waitForStatus(page, 'Online')

  await network.cut()
  await page.reload()
  await waitForStatus(page, 'Offline')
  await page.click({ role: 'button', name: 'Edit Open house in Baner' })
  await page.fill({ label: 'Title', within: FORM }, 'Second open house')
  await page.click({ role: 'button', name: 'Save', within: FORM })
  await waitForStatus(page, 'Offline · 1 waiting')
  await page.waitFor({ text: 'Second open house' })

  await comeBackOnline(network, page)
  await waitForStatus(page, 'Online')
  expect(await listEvents()).toMatchObject([{ version: 2, title: 'Second open house' }])
})
