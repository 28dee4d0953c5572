// @module-tag long
import { expect } from 'vitest'
import { groupIndian } from '#src/domain/money.ts'
import { deleteElsewhere } from '#tests/browser/pages/other-desk.ts'
import {
  comeBackOnline,
  installWorker,
  signIn,
  status,
  waitForToast,
} from '#tests/browser/pages/panel-page.ts'
import { startLoopbackProxy } from '#tests/support/network/loopback-proxy.ts'
import {
  approveChosen,
  bar,
  chooseAll,
  countDecisions,
  countStatuses,
  PENDING,
  type Seat,
  seatAt,
} from './chosen-rows.ts'
import { button, dayTest } from './day-test.ts'

// A batch beside the decisions of colleagues.
// On a phone by touch alone, at a desk by keys alone.

const WAYS = [
  ['by touch alone on a phone', true],
  ['by keys alone at a desk', false],
] as const
const TEST_MS = 300_000 // hundreds of decisions, twice, while other tests run

const test = dayTest
  .extend('readsAhead', () => true)
  .extend('seats', ({ phone, desk }) => ({ phone: seatAt(phone, true), desk: seatAt(desk, false) }))
  .extend('phoneNetwork', async ({ url }, { onCleanup }) => {
    const network = await startLoopbackProxy(Number(new URL(url).port))
    onCleanup(network.close)
    return network
  })

async function openPending(
  { page }: Seat,
  url: string,
  person: { email: string; password: string },
) {
  await signIn(page, url, person)
  await page.goto(`${url}${PENDING}`)
}

async function openOutbox({ page, hands }: Seat): Promise<void> {
  await hands.press(status(page))
  await page.getByRole('heading', { name: 'Outbox', level: 2 }).waitFor()
}

test('of two people who decide the same listings at once, each listing has one decision, and the other one is named', {
  timeout: TEST_MS,
}, async ({ seats: { desk, phone }, url, server, phoneNetwork }) => {
  await server.signInAs('reviewer')
  const before = await countStatuses(server)
  await openPending(desk, url, server.operator)
  await openPending(phone, phoneNetwork.url, {
    email: 'reviewer@team.example',
    password: server.password,
  })
  const count = await chooseAll(phone)
  const many = groupIndian(count)
  expect(await chooseAll(desk)).toBe(count)
  await bar(desk.page).getByRole('button', { name: 'Reject' }).waitFor()
  await installWorker(phone.page) // the code of the outbox's screen may not have been loaded yet
  await phoneNetwork.cut()
  await approveChosen(phone)
  await expect.poll(() => status(phone.page).textContent()).toMatch(/Offline · [\d,]+ waiting/)
  await desk.page.keyboard.press('r')
  const sheet = desk.page.getByRole('dialog', { name: `Reject ${many} properties?` })
  await sheet.getByRole('group', { name: 'Reason' }).getByRole('button').first().waitFor()
  await desk.page.keyboard.press('1')
  await desk.page.keyboard.press('Enter')
  await comeBackOnline(phoneNetwork, phone.page) // while the desk's calls are on their way
  await expect
    .poll(async () => (await countStatuses(server))['pending'], { timeout: 60_000 })
    .toBe(0)
  for (const { page } of [phone, desk])
    await expect
      .poll(() => status(page).textContent(), { timeout: 60_000 })
      .not.toMatch(/waiting|[Ss]ending/)

  expect(new Set(await countDecisions(server))).toEqual(new Set([1]))
  const after = await countStatuses(server)
  const approved = (after['approved'] ?? 0) - (before['approved'] ?? 0)
  const rejected = (after['rejected'] ?? 0) - (before['rejected'] ?? 0)
  expect(approved + rejected).toBe(count)
  for (const [seat, done, by] of [
    [phone, approved, 'Operator'],
    [desk, rejected, 'Reviewer Person'],
  ] as const) {
    await openOutbox(seat)
    const left = groupIndian(count - done)
    if (done === count) continue
    const line = done > 0 ? `${groupIndian(done)} of ${many} done · ${left} need attention` : ''
    await seat.page.getByText(line || `0 of ${many} done · ${left} need attention`).waitFor()
    await seat.hands.press(seat.page.locator('.batch-failures > summary'))
    await seat.page.locator('.batch-reasons').getByText(by).first().waitFor()
  }
})

test.for(WAYS)(
  'listings that a colleague deletes after the choice are left out or named, %s',
  { timeout: TEST_MS },
  async ([, isTouched], { seats, url, server }) => {
    const seat = isTouched ? seats.phone : seats.desk
    const { page, hands } = seat
    await openPending(seat, url, server.operator)
    const before = await countStatuses(server)
    const count = await chooseAll(seat)
    const ids = (
      await server.db
        .selectFrom('listings')
        .select('id')
        .where('status', '=', 'pending')
        .orderBy('created_at')
        .limit(3)
        .execute()
    ).map(({ id }) => id)
    for (const id of ids.slice(1)) await deleteElsewhere({ server }, id)
    // A return to the app after a minute.
    const fresh = page.waitForResponse((answer) => answer.url().includes('/api/admin/properties'))
    await page.evaluate(() => {
      const { now } = Date
      Date.now = () => now() + 60_000
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await fresh
    await hands.press(bar(page).getByRole('button', { name: 'Approve' }))
    const question = page.getByRole('alertdialog')
    await question.getByText('2 were deleted meanwhile.').waitFor()
    await deleteElsewhere({ server }, ids[0] ?? '')
    await hands.press(question.getByRole('button', { name: `Approve ${groupIndian(count - 2)}` }))
    await waitForToast(page, `${groupIndian(count - 3)} properties approved. 1 needs attention.`)
    await hands.press(button(page, 'See why'))
    await hands.press(page.locator('.batch-failures > summary'))
    await page
      .getByText(/was deleted on the server meanwhile/)
      .first()
      .waitFor()
    await hands.press(button(page, `Undo ${groupIndian(count - 2)}`))
    await waitForToast(page, `${groupIndian(count - 3)} properties set back to what they were.`)
    expect(await countStatuses(server)).toEqual({
      ...before,
      pending: (before['pending'] ?? 0) - 3,
    })
  },
)
