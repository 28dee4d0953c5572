import type { Locator, Page } from 'playwright-core'
import { groupIndian } from '#src/domain/money.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { button } from './day-test.ts'
import { type Hands, makeKeys, makeTouch } from './hands.ts'

// Choosing listings in Property Management, as a person does it with a finger or with keys.

export const PENDING = '/dashboard?section=property&status=pending'
const NUMBER = /\d[\d,]*/

/** A page and how a person works it. */
export interface Seat {
  page: Page
  hands: Hands
  isTouched: boolean
}

export function seatAt(page: Page, isTouched: boolean): Seat {
  return { page, isTouched, hands: isTouched ? makeTouch(page) : makeKeys(page) }
}

/** Chooses all listings that match the filters of the address. Returns how many there are. */
export async function chooseAll({ page, hands, isTouched }: Seat): Promise<number> {
  if (isTouched)
    await pressLong(page, page.locator('.shell-section:not([hidden]) .row-card').first())
  else await hands.choose(page.getByRole('checkbox', { name: /^Select / }).first())
  await page.getByText('1 selected').waitFor()
  const all = button(page, /^Select all [\d,]+ that match$/)
  const count = readNumber(await all.textContent())
  await hands.press(all)
  await page.getByText(`${groupIndian(count)} selected`).waitFor()
  return count
}

/** Presses a command of the bar, and confirms it for all that are left. Returns how many those are. */
export async function approveChosen({ page, hands }: Seat): Promise<number> {
  await hands.press(bar(page).getByRole('button', { name: 'Approve' }))
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: /^Approve / })
  const count = readNumber(await confirm.textContent())
  await hands.press(confirm)
  return count
}

/** Holds a finger on a card until the card is chosen. */
export async function pressLong(page: Page, card: Locator): Promise<void> {
  await card.waitFor()
  const box = await card.locator('.row-card-title').boundingBox()
  if (!box) throw new Error('the card is not on the screen')
  const debug = await page.context().newCDPSession(page)
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
  await debug.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await page.getByText('1 selected').waitFor()
  await debug.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

export const bar = (page: Page) => page.getByRole('region', { name: 'Selected properties' })

export function readNumber(text: string | null): number {
  return Number(NUMBER.exec(text ?? '')?.[0].replaceAll(',', ''))
}

/** How many listings have each status on the server. */
export async function countStatuses({ db }: TestServer): Promise<Record<string, number>> {
  const rows = await db.selectFrom('listings').select('status').execute()
  const counts: Record<string, number> = { pending: 0, approved: 0, rejected: 0 }
  for (const { status } of rows)
    counts[status ?? 'pending'] = (counts[status ?? 'pending'] ?? 0) + 1
  return counts
}

/** How often each listing was decided: one number for each listing that was. */
export async function countDecisions({ db }: TestServer): Promise<number[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select(({ fn }) => ['entity_id', fn.countAll().as('decisions')])
    .where('action', '=', 'status')
    .groupBy('entity_id')
    .execute()
  return rows.map(({ decisions }) => Number(decisions))
}
