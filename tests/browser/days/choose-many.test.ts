// @module-tag long
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { groupIndian } from '#src/domain/money.ts'
import { installWorker, signIn, waitForToast } from '#tests/browser/pages/panel-page.ts'
import { bar, chooseAll, countStatuses, PENDING, pressLong, seatAt } from './chosen-rows.ts'
import { button, dayTest as test } from './day-test.ts'

// Deciding about many listings at once: by keys alone at a desk, and by touch alone on a phone.

const FOLDER = process.env['DAYS_FOLDER']

async function take(page: Page, name: string): Promise<void> {
  if (FOLDER === undefined) return
  mkdirSync(FOLDER, { recursive: true })
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: join(FOLDER, `choose-many-${name}-${colorScheme}.png`) })
  }
}

test('keys alone choose all that match, reject them with one reason, and take it back', async ({
  desk,
  url,
  server,
}) => {
  await signIn(desk, url, server.operator)
  await desk.goto(`${url}${PENDING}`)
  const before = await countStatuses(server)
  const pending = before['pending'] ?? 0
  const first = desk.getByRole('checkbox', { name: /^Select / }).first()
  await first.focus()
  await desk.keyboard.press('Space')
  await desk.getByText('1 selected').waitFor()

  // A range: Shift and Space on a later row.
  await desk
    .getByRole('checkbox', { name: /^Select / })
    .nth(4)
    .focus()
  await desk.keyboard.press('Shift+Space')
  await desk.getByText('5 selected').waitFor()
  await take(desk, 'desk-range')
  const all = button(desk, `Select all ${pending} that match`)
  await all.focus()
  await desk.keyboard.press('Enter')
  await desk.getByText(`${pending} selected`).waitFor()

  await first.focus()
  await desk.keyboard.press('r')
  const sheet = desk.getByRole('dialog', { name: `Reject ${pending} properties?` })
  await sheet.getByRole('group', { name: 'Reason' }).getByRole('button').first().waitFor()
  await desk.keyboard.press('1')
  await take(desk, 'desk-confirmation')
  await desk.keyboard.press('Enter')
  await waitForToast(desk, `${pending} properties rejected.`)
  await take(desk, 'desk-done')
  const reasons = await server.db.selectFrom('listing_reasons').select('code').execute()
  expect(reasons.length).toBeGreaterThanOrEqual(pending)
  expect(await countStatuses(server)).toEqual({
    ...before,
    rejected: (before['rejected'] ?? 0) + pending,
    pending: 0,
  })

  await desk.keyboard.press('z')
  await waitForToast(desk, `${pending} properties set back to what they were.`)
  expect(await countStatuses(server)).toEqual(before)
})

test('touch alone chooses by a long press, approves without a network, and takes it back from another tab', async ({
  phone,
  url,
  server,
  network,
}) => {
  await signIn(phone, url, server.operator)
  await phone.goto(`${url}${PENDING}`)
  const before = await countStatuses(server)
  const cards = phone.locator('.row-card')
  await cards.first().waitFor()
  await pressLong(phone, cards.first())
  await cards.nth(1).locator('.row-card-title').tap()
  await phone.getByText('2 selected').waitFor()
  await take(phone, 'phone-selected')

  await installWorker(phone)
  await network.cut()
  await button(phone, 'Approve').tap()
  await phone.getByRole('alertdialog').waitFor()
  await take(phone, 'phone-confirmation')
  await button(phone, 'Approve 2').tap()
  await waitForToast(phone, 'Saved on this device. Approve 2 properties.')
  await take(phone, 'phone-offline')
  expect(await countStatuses(server)).toEqual(before)
  await network.heal()
  await phone.evaluate(() => window.dispatchEvent(new Event('online')))
  await waitForToast(phone, '2 properties approved.')

  const other = await phone.context().newPage()
  await other.goto(`${url}/dashboard?section=outbox`)
  await button(other, 'Undo 2').waitFor()
  await take(other, 'phone-outbox')
  await button(other, 'Undo 2').tap()
  await waitForToast(other, '2 properties set back to what they were.')
  expect(await countStatuses(server)).toEqual(before)
})

test('touch alone chooses all that match, rejects them with one reason, and takes it back', async ({
  phone,
  url,
  server,
}) => {
  await signIn(phone, url, server.operator)
  await phone.goto(`${url}${PENDING}`)
  const before = await countStatuses(server)
  const count = await chooseAll(seatAt(phone, true))
  expect(count).toBe(before['pending'])
  const many = groupIndian(count)
  await bar(phone).getByRole('button', { name: 'Reject' }).tap()
  const sheet = phone.getByRole('dialog', { name: `Reject ${many} properties?` })
  await sheet.getByRole('button', { name: 'Wrong city or pincode' }).tap()
  await take(phone, 'phone-reason')
  await sheet.getByRole('button', { name: `Reject ${many}` }).tap()
  await waitForToast(phone, `${many} properties rejected.`)
  await take(phone, 'phone-done')
  expect(await countStatuses(server)).toEqual({
    ...before,
    rejected: (before['rejected'] ?? 0) + count,
    pending: 0,
  })
  const reasons = await server.db.selectFrom('listing_reasons').select('code').execute()
  expect(reasons.filter(({ code }) => code === 'place').length).toBeGreaterThanOrEqual(count)

  await phone.getByRole('button', { name: 'Undo', exact: true }).tap()
  await waitForToast(phone, `${many} properties set back to what they were.`)
  expect(await countStatuses(server)).toEqual(before)
})
