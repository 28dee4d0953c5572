// @module-tag long

import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { marketTest } from '#tests/browser/pages/market-test.ts'
import { signIn } from '#tests/browser/pages/panel-page.ts'
import { seeReady } from '#tests/browser/pages/review-mode.ts'
import { DESKTOP, openPage, PHONE } from '#tests/support/browser/device.ts'

// Two reviewers share a queue: Ravi on a phone, the owner at a desk.

const RAVI = 'reviewer@team.example'
const test = marketTest.extend('openDevice', ({ newContext }) => async (size: typeof PHONE) => {
  const { page } = await openPage(await newContext(), size, { readsAhead: true })
  return page
})

const review = (page: Page, url: string, id = 'next') =>
  page.goto(`${url}/dashboard?section=property&review=${id}`)
const chip = (page: Page, text: RegExp) => page.locator('.review').getByText(text)

test('two people never open the same listing unasked, and each sees who has what', async ({
  server,
  url,
  openDevice,
}) => {
  await server.signInAs('reviewer')
  await server.givePassword(RAVI)
  const listDecisions = async () => {
    const rows = await server.db.selectFrom('audit_log').select(['action', 'to_value']).execute()
    return rows.filter(({ action }) => action === 'status').map(({ to_value }) => to_value)
  }
  const phone = await openDevice(PHONE)
  const desk = await openDevice(DESKTOP)
  await signIn(phone, url, { email: RAVI, password: server.password })
  await signIn(desk, url, server.operator)

  // The queue gives each of them another listing.
  await review(phone, url)
  const first = await seeReady(phone)
  await expect
    .poll(() => server.db.selectFrom('claims').select('listing_id').execute())
    .toEqual([{ listing_id: first.id }])
  await review(desk, url)
  await desk
    .locator(`.review[data-state=ready] .review-card:not([data-listing="${first.id}"])`)
    .waitFor()
  const second = await seeReady(desk)
  expect(second.id).not.toBe(first.id)

  // The desk goes to the phone's listing all the same, and is asked before it decides.
  await review(desk, url, first.id)
  await seeReady(desk)
  await chip(desk, /^With Reviewer Person since \d\d:\d\d\.$/).waitFor()
  await desk.keyboard.press('a')
  const question = desk.getByRole('alertdialog')
  await question
    .getByText(/^Reviewer Person has been reviewing this since .*all the same\?$/)
    .waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await listDecisions()).toEqual([])

  // The phone holds its listing; the open desk reads until when and why.
  await phone.getByRole('button', { name: 'Hold or hand over' }).click()
  const sheet = phone.getByRole('dialog', { name: 'Hold or hand over' })
  await sheet.getByRole('button', { name: /^Tomorrow/ }).click()
  await sheet.getByRole('button', { name: 'Hold', exact: true }).click()
  await seeReady(phone, first)
  await chip(desk, /^Held by Reviewer Person until .*: Asked the owner\.$/).waitFor()
  await desk.goto(`${url}/dashboard?section=property&q=${encodeURIComponent(first.name)}`)
  await expect.poll(() => isInItsRow(desk.getByText('With Reviewer Person'))).toBe(true)
  await review(desk, url, first.id)
  await seeReady(desk)

  // The desk takes it over, and the phone reads who has it now.
  await desk.getByRole('button', { name: 'Take over' }).click()
  await question.getByRole('button', { name: 'Take over' }).click()
  await expect
    .poll(() =>
      server.db.selectFrom('claims').select('origin').where('listing_id', '=', first.id).execute(),
    )
    .toEqual([{ origin: 'taken-over' }])
  await review(phone, url, first.id)
  await seeReady(phone)
  await chip(phone, /^Operator took it over from you at /).waitFor()
  await phone.goto(`${url}/dashboard?section=property&q=${encodeURIComponent(first.name)}`)
  await phone.getByText('With Operator').first().waitFor()
  await phone.goto(`${url}/dashboard?section=property&open=${first.id}`)
  await phone
    .getByRole('dialog')
    .getByText(/^Operator took it over from you at/)
    .waitFor()

  // A decision needs no claim, and ends it.
  await desk.keyboard.press('a')
  await expect.poll(() => listDecisions()).toEqual(['approved'])
})

/** Whether the row of a table shows the whole height of what is in it. */
function isInItsRow(element: Locator): Promise<boolean> {
  return element.evaluate((shown) => {
    const row = shown.closest('tr')?.getBoundingClientRect()
    const { top, bottom } = shown.getBoundingClientRect()
    return row !== undefined && row.top <= top && bottom <= row.bottom
  })
}
