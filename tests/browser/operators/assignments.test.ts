// @module-tag long

import { expect } from 'vitest'
import { marketTest } from '#tests/browser/pages/market-test.ts'
import { signIn } from '#tests/browser/pages/panel-page.ts'
import { seeReady } from '#tests/browser/pages/review-mode.ts'
import { DESKTOP, openPage, PHONE } from '#tests/support/browser/device.ts'

// The owner gives work out at a desk with the keyboard; Ravi takes it up on a phone.

const RAVI = 'reviewer@team.example'
const PENDING = '/dashboard?section=property&status=pending'
const test = marketTest.extend('openDevice', ({ newContext }) => async (size: typeof PHONE) => {
  const { page } = await openPage(await newContext(), size, { readsAhead: true })
  return page
})

test('what the desk assigns is on the phone at once, and comes first in its review', async ({
  server,
  url,
  network,
  openDevice,
}) => {
  await server.signInAs('reviewer')
  await server.givePassword(RAVI)
  const raviId = await server.findAccountId(RAVI)
  const listAssigned = () =>
    server.db
      .selectFrom('assignments')
      .select(['listing_id', 'person_id'])
      .orderBy('listing_id')
      .execute()
  const phone = await openDevice(PHONE)
  const desk = await openDevice(DESKTOP)
  await signIn(phone, url, { email: RAVI, password: server.password })
  await signIn(desk, url, server.operator)

  // The phone looks at what is assigned to its person: nothing yet.
  await phone.goto(`${url}${PENDING}&assigned=me`)
  await phone.getByText('No property passes these filters').waitFor()

  // The desk selects the two newest, and assigns them by keys.
  await desk.goto(`${url}${PENDING}`)
  const boxes = desk.locator('tr[data-row]').getByRole('checkbox')
  const ids: string[] = []
  for (const place of [0, 1]) {
    await boxes.nth(place).focus()
    await desk.keyboard.press('Space')
    ids.push((await desk.locator('tr[data-row]').nth(place).getAttribute('data-row')) ?? '')
  }
  await desk.getByText('2 selected').waitFor()
  await desk.keyboard.press('s')
  const sheet = desk.getByRole('dialog', { name: 'Assign' })
  const people = sheet.getByRole('region', { name: 'Assign to' }).getByRole('button')
  await expect
    .poll(() => people.allTextContents())
    .toEqual(['Me (Operator)', 'Reviewer Person', 'Nobody'])
  await people.nth(1).focus()
  await desk.keyboard.press('Enter')
  await desk.getByText('2 properties are assigned to Reviewer Person.').waitFor()
  expect(await listAssigned()).toEqual(
    [...ids].sort().map((listing_id) => ({ listing_id, person_id: raviId })),
  )
  await expect.poll(() => desk.getByText('For Reviewer Person').count()).toBe(2)

  // The phone has both without a reload, and its review begins with them.
  await expect.poll(() => phone.getByText('For you').count()).toBe(2)
  await phone.goto(`${url}/dashboard?section=property&review=next`)
  const first = await seeReady(phone)
  expect(ids).toContain(first.id)
  await phone.locator('.review-card').getByText('Assigned to you', { exact: true }).waitFor()
  await phone.getByRole('button', { name: 'Accept' }).click()
  const second = await seeReady(phone, first)
  expect([first.id, second.id].sort()).toEqual([...ids].sort())

  // Decided is decided: the first is nobody's. The second one goes to the owner, and the review goes on.
  await expect
    .poll(async () => {
      const row = server.db.selectFrom('listings').select('status').where('id', '=', first.id)
      return (await row.executeTakeFirst())?.status
    })
    .toBe('approved')
  await phone.getByRole('button', { name: 'Assign', exact: true }).click()
  await phone.getByRole('dialog', { name: 'Assign' }).getByText('Operator').click()
  await seeReady(phone, second)
  await expect.poll(() => desk.getByText('For you').count()).toBe(1)

  // Without a network, the phone says that assigning needs it.
  await network.cut()
  await phone.getByRole('button', { name: 'Assign', exact: true }).click()
  await phone.getByText('Assigning needs the network. Try again when you are online.').waitFor()
})
