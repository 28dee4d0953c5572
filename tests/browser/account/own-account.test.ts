import { expect } from 'vitest'
import { marketTest } from '#tests/browser/pages/market-test.ts'
import { getListingNamed } from '#tests/browser/pages/marketplace.ts'
import {
  boardCard,
  comeBackOnline,
  decide,
  installWorker,
  pendingNames,
  signIn,
  waitForStatus,
} from '#tests/browser/pages/panel-page.ts'
import { DESKTOP, openPage } from '#tests/support/browser/device.ts'

// One person with two devices: the list of devices, and when the server requires a confirmation of the identity.

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const test = marketTest
  .extend('question', ({ page }) => page.getByRole('dialog', { name: 'Confirm that it is you' }))
  .extend('typePassword', ({ page, question, server }) => async () => {
    await question.getByLabel('Password', { exact: true }).fill(server.operator.password)
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
  })

test('an operator signs another device out, confirms the password, and loses no decision overnight', {
  tags: ['long'],
}, async ({ page: phone, newContext, network, server, url, question, typePassword }) => {
  const { page: desk } = await openPage(await newContext(), DESKTOP)
  for (const page of [phone, desk]) await signIn(page, url, server.operator)

  await phone.goto(`${url}/dashboard?section=account`)
  await phone.getByText('This device', { exact: true }).first().waitFor()
  await phone.getByRole('button', { name: /^Sign out Chrome on Linux/ }).click()
  const asked = phone.getByRole('alertdialog', { name: 'Sign out Chrome on Linux?' })
  await asked.getByRole('button', { name: 'Sign out' }).click()
  await phone.getByText('Last seen').waitFor({ state: 'detached' })
  await desk.goto(`${url}/dashboard?section=property`)
  await desk.waitForURL(`${url}/`)
  expect(await desk.evaluate(() => localStorage.getItem('token'))).toBeNull()

  server.clock.advance(10 * MINUTE_MS)
  await phone.goto(`${url}/dashboard?section=loans`)
  await phone.locator('.row-open').first().click()
  const sheet = phone.getByRole('dialog').filter({ hasText: 'PAN' })
  await sheet.getByRole('button', { name: 'Show PAN' }).click()
  await typePassword()
  await sheet.getByText(/^[A-Z]{5}\d{4}[A-Z]$/).waitFor()

  await phone.goto(`${url}/dashboard`)
  const [name = ''] = await pendingNames(phone, 1)
  await installWorker(phone)
  await network.cut()
  await decide(phone, name, 'Accept')
  await waitForStatus(phone, 'Offline · 1 waiting')
  server.clock.advance(13 * HOUR_MS)
  await comeBackOnline(network, phone)
  const statusOf = async () => (await getListingNamed(server, name)).status
  await expect.poll(statusOf, { timeout: MINUTE_MS }).toBe('approved')

  await phone.reload()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await boardCard(phone, name).waitFor()
  await phone.getByText(/You have not been here for a while/).waitFor()
  await phone.getByRole('button', { name: 'Confirm', exact: true }).click()
  await typePassword()
  await phone.getByText(/You have not been here for a while/).waitFor({ state: 'detached' })
  await phone.getByText(/^As of/).waitFor()
})
