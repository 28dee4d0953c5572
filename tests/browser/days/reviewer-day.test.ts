// @module-tag long
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { decideAllElsewhere } from '#tests/browser/pages/other-desk.ts'
import { comeBackOnline, installWorker, waitForStatus } from '#tests/browser/pages/panel-page.ts'
import { readCache, seeReady } from '#tests/browser/pages/review-mode.ts'
import { button, swipe, dayTest as test, typeByTouch } from './day-test.ts'
import { watchDay } from './day-watch.ts'

const REVIEWER = 'reviewer@team.example'
const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Reason for the rejection' })

test('a reviewer decides thirty listings by keys alone, with three keys for a rejection with its reason', async ({
  desk: page,
  server,
  url,
  network,
}) => {
  await server.signInAs('reviewer')
  const { look, findings } = watchDay(page, 'reviewer-keys')
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').focus()
  await page.keyboard.type(REVIEWER)
  await page.keyboard.press('Tab')
  await page.keyboard.type(server.password)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: /^Review 63\d pending$/ }).waitFor()
  await look('dashboard')
  await page.getByRole('link', { name: /^Review 63\d pending$/ }).focus()
  await page.keyboard.press('Enter')
  let shown = await seeReady(page)
  await expect.poll(() => readCache(page)).toContain('Photos missing or unclear')
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  for (let round = 0; round < 10; round += 1) {
    keys = 0
    await press('r')
    shown = await seeReady(page, shown)
    await press('1')
    await sheetOf(page).waitFor()
    await press('Enter')
    await sheetOf(page).waitFor({ state: 'detached' })
    expect(keys).toBe(3)
    await press('a')
    shown = await seeReady(page, shown)
    await press('j')
    shown = await seeReady(page, shown)
    if (round === 0) await look('three decisions')
  }
  await look('thirty listings')

  // The same listings are decided by a colleague while the device has no network.
  await installWorker(page)
  await network.cut()
  const same: string[] = []
  for (let count = 0; count < 6; count += 1) {
    same.push(shown.id)
    await press('a')
    shown = await seeReady(page, shown)
  }
  await look('without a network')
  await decideAllElsewhere({ server }, same, 'rejected')
  await comeBackOnline(network, page)
  await waitForStatus(page, 'Online · 6 need attention')
  await page.getByText('6 were already decided by Operator.').waitFor()
  await look('six conflicts')
  await press('a')
  await seeReady(page, shown)
  expect(findings).toEqual([])
})

test('a reviewer decides by touch alone, and no message moves the card or covers a decision', async ({
  phone: page,
  server,
  url,
}) => {
  await server.signInAs('reviewer')
  const { look, findings } = watchDay(page, 'reviewer-touch', { isTouched: true })
  await page.goto(`${url}/login`)
  await typeByTouch(page, 'Email', REVIEWER)
  await typeByTouch(page, 'Password', server.password)
  await button(page, 'Login').tap()
  const review = page.getByRole('link', { name: /^Review 63\d pending$/ })
  await review.waitFor()
  await look('dashboard')
  await review.tap()
  const first = await seeReady(page)
  const topOf = () =>
    page.locator('.review-card').evaluate((card) => card.getBoundingClientRect().top)
  const top = await topOf()
  await button(page, 'Reject').tap()
  const second = await seeReady(page, first)
  await button(page, 'Add reason').first().waitFor()
  await look('rejected')
  expect(await topOf()).toBe(top)
  await button(page, 'Add reason').first().tap()
  await sheetOf(page).getByRole('button', { name: 'Price implausible' }).tap()
  await look('reason')
  await sheetOf(page).getByRole('button', { name: 'Save reason' }).tap()
  await sheetOf(page).waitFor({ state: 'detached' })
  await swipe(page, 60, 340, 560)
  const third = await seeReady(page, second)
  await look('swiped')
  await page.locator('.review-top').getByRole('button', { name: 'Undo' }).tap()
  await seeReady(page, third)
  await look('undone')
  await button(page, 'Leave review').tap()

  await page.goto(`${url}/dashboard?section=property`)
  await page.getByRole('searchbox').tap()
  await page.keyboard.type('Thiruvan')
  await page.getByText('servant quarters').first().waitFor()
  await look('search')
  await button(page, /^Filters/).tap()
  await look('filters')
  await page.getByRole('dialog').getByRole('button', { name: 'On Sell' }).tap()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Show / })
    .tap()
  await page.locator('[data-row] .row-open').first().tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).waitFor()
  await look('listing')
  expect(findings).toEqual([])
})
