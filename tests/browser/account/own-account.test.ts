import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { getListingNamed, type Market, openMarket } from '#tests/browser/pages/marketplace.ts'
import {
  boardCard,
  comeBackOnline,
  decide,
  installWorker,
  pendingNames,
  signIn,
  waitForStatus,
} from '#tests/browser/pages/panel-page.ts'
import {
  DESKTOP,
  openPage,
  PHONE,
  type SharedBrowser,
  startSharedBrowser,
} from '#tests/support/browser/device.ts'

// One person with two devices: the list of devices, and when the server requires a confirmation of the identity.

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let browser: SharedBrowser
let market: Market
let contexts: BrowserContext[]
let url: string

beforeAll(async () => {
  browser = await startSharedBrowser()
})
afterAll(() => browser.close())
beforeEach(async () => {
  market = await openMarket()
  ;({ url } = market.network)
  contexts = []
})
afterEach(async () => {
  for (const context of contexts) await context.close()
  await market.close()
})

async function openDevice(size: { width: number; height: number }): Promise<Page> {
  const context = await browser.open()
  contexts.push(context)
  const { page } = await openPage(context, size)
  await signIn(page, url, market.server.operator)
  return page
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' })

async function typePassword(page: Page): Promise<void> {
  await question(page).getByLabel('Password', { exact: true }).fill(market.server.operator.password)
  await page.keyboard.press('Enter')
  await question(page).waitFor({ state: 'detached' })
}

test('an operator signs another device out, confirms the password, and loses no decision overnight', {
  tags: ['long'],
}, async () => {
  const phone = await openDevice(PHONE)
  const desk = await openDevice(DESKTOP)

  await phone.goto(`${url}/dashboard?section=account`)
  await phone.getByText('This device', { exact: true }).first().waitFor()
  await phone.getByRole('button', { name: /^Sign out Chrome on Linux/ }).click()
  const asked = phone.getByRole('alertdialog', { name: 'Sign out Chrome on Linux?' })
  await asked.getByRole('button', { name: 'Sign out' }).click()
  await phone.getByText('Last seen').waitFor({ state: 'detached' })
  await desk.goto(`${url}/dashboard?section=property`)
  await desk.waitForURL(`${url}/`)
  expect(await desk.evaluate(() => localStorage.getItem('token'))).toBeNull()

  market.server.clock.advance(10 * MINUTE_MS)
  await phone.goto(`${url}/dashboard?section=loans`)
  await phone.locator('.row-open').first().click()
  const sheet = phone.getByRole('dialog').filter({ hasText: 'PAN' })
  await sheet.getByRole('button', { name: 'Show PAN' }).click()
  await typePassword(phone)
  await sheet.getByText(/^[A-Z]{5}\d{4}[A-Z]$/).waitFor()

  await phone.goto(`${url}/dashboard`)
  const [name = ''] = await pendingNames(phone, 1)
  await installWorker(phone)
  await market.network.cut()
  await decide(phone, name, 'Accept')
  await waitForStatus(phone, 'Offline · 1 waiting')
  market.server.clock.advance(13 * HOUR_MS)
  await comeBackOnline(market.network, phone)
  const statusOf = async () => (await getListingNamed(market.server, name)).status
  await expect.poll(statusOf, { timeout: MINUTE_MS }).toBe('approved')

  await phone.reload()
  await question(phone).getByRole('button', { name: 'Cancel' }).click()
  await boardCard(phone, name).waitFor()
  await phone.getByText(/You have not been here for a while/).waitFor()
  await phone.getByRole('button', { name: 'Confirm', exact: true }).click()
  await typePassword(phone)
  await phone.getByText(/You have not been here for a while/).waitFor({ state: 'detached' })
  await phone.getByText(/^As of/).waitFor()
})
