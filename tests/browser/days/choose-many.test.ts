import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { signIn } from '#tests/browser/pages/panel-page.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { button, dayTest as test } from './day-test.ts'

// Deciding about many listings at once: by keys alone at a desk, and by touch alone on a phone.

const FOLDER = process.env['DAYS_FOLDER']
const PENDING = '/dashboard?section=property&status=pending'

async function take(page: Page, name: string): Promise<void> {
  if (FOLDER === undefined) return
  mkdirSync(FOLDER, { recursive: true })
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: join(FOLDER, `choose-many-${name}-${colorScheme}.png`) })
  }
}

async function countStatuses({ db }: TestServer): Promise<Record<string, number>> {
  const rows = await db.selectFrom('listings').select('status').execute()
  const counts: Record<string, number> = {}
  for (const { status } of rows)
    counts[status ?? 'pending'] = (counts[status ?? 'pending'] ?? 0) + 1
  return counts
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
  await desk.getByText(`${pending} properties rejected.`).waitFor()
  await take(desk, 'desk-done')
  const reasons = await server.db.selectFrom('listing_reasons').select('code').execute()
  expect(reasons.length).toBeGreaterThanOrEqual(pending)
  expect(await countStatuses(server)).toEqual({
    ...before,
    rejected: (before['rejected'] ?? 0) + pending,
    pending: undefined,
  })

  await desk.keyboard.press('z')
  await desk.getByText(`${pending} properties set back to what they were.`).waitFor()
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
  const box = await cards.first().locator('.row-card-title').boundingBox()
  if (!box) throw new Error('the card is not on the screen')
  const debug = await phone.context().newCDPSession(phone)
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
  await debug.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await phone.getByText('1 selected').waitFor()
  await debug.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await cards.nth(1).locator('.row-card-title').tap()
  await phone.getByText('2 selected').waitFor()
  await take(phone, 'phone-selected')

  await network.cut()
  await button(phone, 'Approve').tap()
  await phone.getByRole('alertdialog').waitFor()
  await take(phone, 'phone-confirmation')
  await button(phone, 'Approve 2').tap()
  await phone.getByText('Saved on this device. Approve 2 properties.').waitFor()
  await take(phone, 'phone-offline')
  expect(await countStatuses(server)).toEqual(before)
  await network.heal()
  await phone.evaluate(() => window.dispatchEvent(new Event('online')))
  await phone.getByText('2 properties approved.').waitFor()

  const other = await phone.context().newPage()
  await other.goto(`${url}/dashboard?section=outbox`)
  await button(other, 'Undo 2').waitFor()
  await take(other, 'phone-outbox')
  await button(other, 'Undo 2').tap()
  await other.getByText('2 properties set back to what they were.').waitFor()
  expect(await countStatuses(server)).toEqual(before)
})
