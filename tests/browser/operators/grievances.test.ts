// @module-tag long
import { expect } from 'vitest'
import { expectFocus, press, tabTo } from '#tests/browser/pages/keyboard.ts'
import { marketTest } from '#tests/browser/pages/market-test.ts'
import { installWorker, signIn } from '#tests/browser/pages/panel-page.ts'
import { sendGrievance } from '#tests/server/grievances/grievance-calls.ts'
import { DESKTOP } from '#tests/support/browser/device.ts'

// The grievance form without a mouse, and the staff's list of grievances without a network.

const test = marketTest.extend('size', () => DESKTOP)

test('a visitor fills and sends the form by keys alone, corrects it by keys, and gets a number', async ({
  page,
  url,
  server,
}) => {
  await page.goto(`${url}/grievance`)
  await page.getByRole('heading', { name: 'Send a grievance' }).waitFor()
  await tabTo(page, 'select What is it about?')
  await page.keyboard.type('A listing')
  await tabTo(page, 'textarea What happened?')
  await page.keyboard.type('The photos show my home.')
  await tabTo(page, 'button Send grievance')
  // The name is missing: the focus goes to the first field that needs a correction.
  await page.keyboard.press('Enter')
  await expectFocus(page, { what: 'input Your name' })
  await page.keyboard.type('Meera Iyer')
  await tabTo(page, 'input Email')
  await page.keyboard.type('meera.iyer@example.in')
  await page.keyboard.press('Enter')
  await expectFocus(page, { what: 'h1 Your grievance has arrived' })
  const number = await page.locator('.grievance-number').textContent()
  const rows = await server.db
    .selectFrom('grievances')
    .select(['number', 'kind', 'text'])
    .where('name', '=', 'Meera Iyer')
    .execute()
  expect(rows).toEqual([{ number, kind: 'listing', text: 'The photos show my home.' }])
  await press(page, 'Tab')
  await expectFocus(page, { what: 'button Send another grievance' })
})

test('the list of grievances that was seen stays after a reload without a network', async ({
  page,
  url,
  server,
  network,
}) => {
  await sendGrievance(server)
  await signIn(page, url, server.operator)
  await installWorker(page)
  await page.goto(`${url}/dashboard?section=grievances`)
  const row = page.getByText(/^A listing · This flat was sold a year ago\.$/)
  await row.waitFor()
  await page.getByText(/^As of/).waitFor()
  await network.cut()
  await page.reload()
  await page.getByText(/^Saved copy from/).waitFor()
  await row.waitFor()
  await page.getByRole('row').filter({ has: row }).getByRole('button').first().click()
  await page
    .getByRole('dialog', { name: /^Grievance / })
    .getByText('This flat was sold a year ago.')
    .waitFor()
})
