// @module-tag long
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { groupIndian } from '#src/domain/money.ts'
import {
  comeBackOnline,
  installWorker,
  signIn,
  status,
  waitForStatus,
  waitForToast,
} from '#tests/browser/pages/panel-page.ts'
import {
  approveChosen,
  chooseAll,
  countDecisions,
  countStatuses,
  PENDING,
  type Seat,
  seatAt,
} from './chosen-rows.ts'
import { button, dayTest } from './day-test.ts'

// What may come between a batch and its end: a restart, no network, a lost right, a sign-out, a full disk.
// On a phone by touch alone, at a desk by keys alone.

const WAYS = [
  ['by touch alone on a phone', true],
  ['by keys alone at a desk', false],
] as const
const TEST_MS = 300_000 // hundreds of decisions, twice, while other tests run
const CHANGES = '**/api/admin/properties/changes'

const test = dayTest.extend('seats', ({ phone, desk }) => ({
  phone: seatAt(phone, true),
  desk: seatAt(desk, false),
}))

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

/** Holds the calls of batches after the first one. Returns a function that lets them go on. */
async function holdLaterCalls(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let calls = 0
  await page.route(CHANGES, async (route) => {
    calls += 1
    if (calls > 1) await released
    await route.continue().catch(() => undefined) // the page may have closed the call
  })
  return release
}

test.for(WAYS)(
  'a batch made without a network is taken back after a restart, and so is a confirmed one, %s',
  { timeout: TEST_MS },
  async ([, isTouched], { seats, url, server, network }) => {
    const seat = isTouched ? seats.phone : seats.desk
    const { page, hands } = seat
    await openPending(seat, url, server.operator)
    await installWorker(page)
    const before = await countStatuses(server)
    const count = await chooseAll(seat)
    const many = groupIndian(count)
    await network.cut()
    expect(await approveChosen(seat)).toBe(count)
    await waitForToast(page, `Saved on this device. Approve ${many} properties.`)
    await page.reload()
    await waitForStatus(page, `Offline · ${count} waiting`)
    await openOutbox(seat)
    await hands.press(button(page, `Undo ${many}`))
    // What was tried without an answer may have arrived, and is set back; the rest is removed.
    await button(page, `Undo ${many}`).waitFor({ state: 'detached' })
    await comeBackOnline(network, page)
    await waitForStatus(page, 'Online')
    expect(await countStatuses(server)).toEqual(before)

    await page.goto(`${url}${PENDING}`)
    await chooseAll(seat)
    await approveChosen(seat)
    await waitForToast(page, `${many} properties approved.`)
    expect(await countStatuses(server)).toMatchObject({ pending: 0 })
    await network.cut()
    await page.reload()
    await openOutbox(seat)
    await hands.press(button(page, `Undo ${many}`))
    await waitForToast(page, `Saved on this device. Undo: Approve ${many} properties.`)
    await comeBackOnline(network, page)
    await waitForToast(page, `${many} properties set back to what they were.`)
    expect(await countStatuses(server)).toEqual(before)
  },
)

test('a role that is lost in the middle of a batch stops the rest, which goes out once the role is back', {
  timeout: TEST_MS,
}, async ({ seats: { desk }, url, server }) => {
  await server.signInAs('reviewer')
  const before = await countStatuses(server)
  const email = 'reviewer@team.example'
  await openPending(desk, url, { email, password: server.password })
  const count = await chooseAll(desk)
  const release = await holdLaterCalls(desk.page)
  await approveChosen(desk)
  const approved = async () =>
    ((await countStatuses(server))['approved'] ?? 0) - (before['approved'] ?? 0)
  await expect.poll(approved, { timeout: 60_000 }).toBe(100)
  const setRole = async (role: 'viewer' | 'reviewer') =>
    server.db
      .updateTable('staff')
      .set({ role })
      .where('user_id', '=', await server.findAccountId(email))
      .execute()
  await setRole('viewer')
  release()
  const left = groupIndian(count - 100)
  await waitForToast(desk.page, `100 properties approved. ${left} need attention.`)
  expect(await approved()).toBe(100)
  await setRole('reviewer')
  await openOutbox(desk)
  await desk.hands.press(desk.page.locator('.batch-failures > summary'))
  await desk.hands.press(button(desk.page, `Send ${left} again`))
  await waitForToast(desk.page, `${groupIndian(count)} properties approved.`)
  expect(await approved()).toBe(count)
  expect(new Set(await countDecisions(server))).toEqual(new Set([1]))
})

test('a sign-out in the middle of a batch keeps the rest, which goes out after the next sign-in', {
  timeout: TEST_MS,
}, async ({ seats: { phone }, url, server }) => {
  await openPending(phone, url, server.operator)
  const { page, hands } = phone
  const count = await chooseAll(phone)
  const release = await holdLaterCalls(page)
  await approveChosen(phone)
  await expect
    .poll(async () => (await countDecisions(server)).length, { timeout: 60_000 })
    .toBe(100)
  await hands.press(button(page, 'Menu'))
  await hands.press(button(page, 'Logout'))
  const sheet = page.getByRole('dialog', { name: 'Sign out with unsent changes?' })
  await sheet.getByText(/have not been confirmed by the server/).waitFor()
  await hands.press(sheet.getByRole('button', { name: 'Keep for my next sign-in' }))
  await page.waitForURL((address) => address.pathname !== '/dashboard')
  release()
  await page.unroute(CHANGES)
  await page.goto(`${url}/login`)
  await hands.type(page.getByLabel('Email'), server.operator.email)
  await hands.type(page.getByLabel('Password', { exact: true }), server.operator.password)
  await hands.press(button(page, 'Login'))
  await expect
    .poll(async () => (await countDecisions(server)).length, { timeout: 60_000 })
    .toBe(count)
  await waitForStatus(page, 'Online')
  expect(new Set(await countDecisions(server))).toEqual(new Set([1]))
  expect(await countStatuses(server)).toMatchObject({ pending: 0 })
})

test('a disk that gets full while a batch is stored stores nothing of it, says so, and keeps the choice', {
  timeout: TEST_MS,
}, async ({ seats: { desk }, url, server }) => {
  const { page } = desk
  // A browser that does not report its free space. The write then fails by itself.
  await page.addInitScript(() => Reflect.deleteProperty(StorageManager.prototype, 'estimate'))
  await openPending(desk, url, server.operator)
  const before = await countStatuses(server)
  const count = await chooseAll(desk)
  // As when the disk ends after three hundred of the rows.
  await page.evaluate(() => {
    const { put, add } = IDBObjectStore.prototype
    let left = 300
    const full = (real: typeof put) =>
      function (this: IDBObjectStore, ...row: Parameters<typeof put>) {
        if (this.name === 'changes') left -= 1
        if (left < 0 && this.name === 'changes')
          throw new DOMException('Full', 'QuotaExceededError')
        return real.apply(this, row)
      }
    Object.assign(IDBObjectStore.prototype, { put: full(put), add: full(add) })
    Object.assign(window, { free: () => Object.assign(IDBObjectStore.prototype, { put, add }) })
  })
  await approveChosen(desk)
  await page.getByText(/could not save the change, so nothing was sent/).waitFor()
  await waitForStatus(page, 'Online')
  expect(await countStatuses(server)).toEqual(before)
  const question = page.getByRole('alertdialog')
  await page.evaluate(() => (window as unknown as { free(): void }).free()) // set above
  await desk.hands.press(question.getByRole('button', { name: `Approve ${groupIndian(count)}` }))
  await waitForToast(page, `${groupIndian(count)} properties approved.`)
  expect(await countStatuses(server)).toMatchObject({ pending: 0 })
})
