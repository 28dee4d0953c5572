import { afterEach, beforeEach, expect, test } from 'vitest'
import { findAccount } from '#server/auth/account-repository.ts'
import { RAVI } from '#tests/browser/pages/account-page.ts'
import { listEventRows } from '#tests/browser/pages/marketplace.ts'
import { type EngineMarket, openEngineMarket } from './engine-market.ts'
import type { EnginePage } from './engine-page.ts'
import { comeBackOnline, waitForStatus, waitForWorker } from './operator-steps.ts'

const FORM = { role: 'dialog' }

let market: EngineMarket
let page: EnginePage

beforeEach(async () => {
  market = await openEngineMarket({ mail: 'inbox' })
  page = await market.device.openPage()
})

afterEach(() => market.close())

async function register(): Promise<void> {
  await page.goto(`${market.url}/`)
  await page.click({ role: 'link', name: 'Create an account', nth: 0 })
  await page.fill({ label: 'Full name' }, RAVI.fullName)
  await page.fill({ label: 'Email' }, RAVI.email)
  await page.fill({ label: 'Mobile number' }, RAVI.phoneNumber)
  await page.fill({ label: 'Password' }, RAVI.password)
  await page.click({ role: 'checkbox' })
  await page.click({ role: 'button', name: 'Create account' })
  await page.waitForPath('/account/verify')
  await page.fill({ label: 'Code' }, await market.server.getInbox().waitForCode(RAVI.email))
  await page.waitFor({ role: 'heading', name: 'Your events' })
}

async function listEvents() {
  const account = await findAccount(market.server.db, RAVI.email, 'user')
  const rows = await listEventRows(market.server, account?.id ?? 'nobody')
  return rows.map(({ version, fields }) => ({ version, ...fields }))
}

test('an end user registers with a code, creates an event and edits it offline', async () => {
  await register()
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

  await market.network.cut()
  await page.reload()
  await waitForStatus(page, 'Offline')
  await page.click({ role: 'button', name: 'Edit Open house in Baner' })
  await page.fill({ label: 'Title', within: FORM }, 'Second open house')
  await page.click({ role: 'button', name: 'Save', within: FORM })
  await waitForStatus(page, 'Offline · 1 waiting')
  await page.waitFor({ text: 'Second open house' })

  await comeBackOnline(market, page)
  await waitForStatus(page, 'Online')
  expect(await listEvents()).toMatchObject([{ version: 2, title: 'Second open house' }])
})
