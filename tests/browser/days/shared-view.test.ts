// @module-tag long
import { expect } from 'vitest'
import {
  comeBackOnline,
  installWorker,
  signIn,
  waitForStatus,
  waitForToast,
} from '#tests/browser/pages/panel-page.ts'
import { startLoopbackProxy } from '#tests/support/network/loopback-proxy.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { approveChosen, chooseAll, readNumber, seatAt } from './chosen-rows.ts'
import { button, dayTest } from './day-test.ts'

// One view from its first filter to the review of its listings: an owner makes and shares it by keys alone, a reviewer
// works with it by touch alone on a phone, also without a network, until the role may not see the list any more.

const test = dayTest.extend('phoneNetwork', async ({ url }, { onCleanup }) => {
  const network = await startLoopbackProxy(Number(new URL(url).port))
  onCleanup(network.close)
  return network
})

const NAME = 'Waiting in Pune'
const REVIEWER = 'reviewer@team.example'

test('an owner finds, saves and shares a view, and a reviewer works with it on a phone without a network', {
  timeout: 240_000, // two people and a restart, while other tests run
}, async ({ desk, phone, url, server, phoneNetwork }) => {
  await server.signInAs('reviewer')
  const [keys, touch] = [seatAt(desk, false).hands, seatAt(phone, true).hands]
  const openFilters = () => touch.press(button(phone, /^Filters/))
  const openView = async () => {
    await openFilters()
    await touch.press(button(phone, 'Views'))
    await touch.press(phone.getByRole('menuitem', { name: `${NAME} (shared)` }))
    await phone.getByRole('dialog').waitFor({ state: 'detached' })
    await phone.getByRole('link', { name: /^Review these/ }).waitFor()
  }
  await signIn(desk, url, server.operator)
  await desk.goto(`${url}/dashboard?section=property&status=pending`)
  await keys.press(button(desk, /^Add filter/))
  const dialog = desk.getByRole('dialog')
  await keys.type(dialog.getByLabel('City'), 'Pune') // as in a list of values
  await desk.waitForURL(/city=Pune/)
  await desk.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await keys.press(button(desk, 'Views'))
  await desk.keyboard.press('End') // "Save as a new view…"
  await desk.keyboard.press('Enter')
  await keys.type(dialog.getByLabel('Name'), NAME)
  await keys.choose(dialog.getByRole('switch', { name: 'Shared with the team' }))
  await keys.press(dialog.getByRole('button', { name: 'Save' }))
  await button(desk, `View: ${NAME}`).waitFor()

  await signIn(phone, phoneNetwork.url, { email: REVIEWER, password: server.password })
  await phone.goto(`${phoneNetwork.url}/dashboard?section=property`)
  await installWorker(phone)
  await openView()
  const count = readNumber(await phone.getByRole('link', { name: /^Review these/ }).textContent())
  expect(count).toBe(await countWaitingInPune(server))

  await phoneNetwork.cut()
  await phone.goto(`${phoneNetwork.url}/dashboard?section=property`)
  await openView()
  await openFilters()
  await touch.press(button(phone, `View: ${NAME}`))
  await touch.press(phone.getByRole('menuitem', { name: 'Save as a new view…' }))
  const form = phone.getByRole('dialog', { name: 'Save as a new view' })
  await touch.type(form.getByLabel('Name'), 'Only mine')
  await touch.press(form.getByRole('button', { name: 'Save' }))
  await form.getByText(/Nothing was changed\.$/).waitFor()
  expect(await form.getByLabel('Name').inputValue()).toBe('Only mine')
  await touch.press(form.getByRole('button', { name: 'Cancel' }))
  await phone.keyboard.press('Escape')
  await phone.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await chooseAll(seatAt(phone, true))).toBe(count)
  await approveChosen(seatAt(phone, true))
  await waitForToast(phone, `Saved on this device. Approve ${count} properties.`)
  await comeBackOnline(phoneNetwork, phone)
  await waitForToast(phone, `${count} properties approved.`)
  expect(await countWaitingInPune(server)).toBe(0)

  await server.db
    .updateTable('staff')
    .set({ role: 'loans' })
    .where('user_id', '=', await server.findAccountId(REVIEWER))
    .execute()
  await phone.goto(`${phoneNetwork.url}/dashboard?section=property`)
  await phone.getByText('Your role may not see listings. Ask the owner.').waitFor()
  await waitForStatus(phone, 'Online')
  await touch.press(button(phone, 'Search everything'))
  await touch.type(phone.getByRole('combobox', { name: 'Search everything' }), NAME)
  await phone.getByText('Nothing found').waitFor()
})

async function countWaitingInPune({ db }: TestServer): Promise<number> {
  const rows = await db
    .selectFrom('listings')
    .select('id')
    .where('city', '=', 'Pune')
    .where(({ eb, or }) => or([eb('status', '=', 'pending'), eb('status', 'is', null)]))
    .execute()
  return rows.length
}
