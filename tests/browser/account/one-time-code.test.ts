import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { RAVI, register, waitForEvents } from '#tests/browser/pages/account-page.ts'
import { type Market, openMarket } from '#tests/browser/pages/marketplace.ts'
import { waitForToast } from '#tests/browser/pages/panel-page.ts'
import {
  openPage,
  PHONE,
  type SharedBrowser,
  startSharedBrowser,
} from '#tests/support/browser/device.ts'

// Wrong, expired and used one-time codes, in a real browser with a real mail server.

const FIVE_MINUTES_MS = 5 * 60_000
const A_PAUSE_MS = 121_000 // longer than any required delay between the codes of these tests

let browser: SharedBrowser
let market: Market
let context: BrowserContext
let page: Page
let url: string

beforeAll(async () => {
  browser = await startSharedBrowser()
})

afterAll(() => browser.close())

beforeEach(async () => {
  market = await openMarket(inject('distDir'), 'inbox')
  context = await browser.open()
  url = market.network.url
  ;({ page } = await openPage(context, PHONE))
  // Fakes the page's clock, so that tests can skip the countdown of half a minute.
  await page.clock.install()
  await register(page, url, RAVI)
})

afterEach(async () => {
  await context.close()
  await market.close()
})

const mails = () => market.server.getInbox().mails

/** The newest code, once this many mails have arrived. */
async function readCode(count: number): Promise<string> {
  await expect.poll(() => mails().length, { timeout: 20_000 }).toBe(count)
  return market.server.getInbox().waitForCode(RAVI.email)
}

async function enter(code: string): Promise<void> {
  await page.getByLabel('Code').fill(code)
}

/** Waits for this error at the field. */
async function isTold(sentence: string | RegExp): Promise<void> {
  await page.locator('.field-error').getByText(sentence).waitFor()
}

async function askForAnother(): Promise<void> {
  market.server.clock.advance(A_PAUSE_MS)
  await page.clock.fastForward(A_PAUSE_MS)
  await page.getByRole('button', { name: 'Send a new code' }).click()
  await page.getByText('A new code is on its way.').waitFor()
}

/** A wrong code, different for each `n`. */
function wrongCode(right: string, n: number): string {
  return String((Number(right) + n) % 1_000_000).padStart(6, '0')
}

test('after five wrong tries the right code is refused too; a new code verifies the account', async () => {
  const right = await readCode(1)
  for (const n of [1, 2, 3, 4]) {
    await enter(wrongCode(right, n))
    await isTold('This code is not right. Check the newest e-mail.')
    await page.getByLabel('Code').fill('')
  }
  await enter(wrongCode(right, 5))
  await isTold(/^That was the fifth wrong try/)
  await page.getByLabel('Code').fill('')
  await enter(right)
  await isTold(/^This code is void after five wrong tries/)

  await askForAnother()
  await enter(await readCode(2))
  await waitForToast(page, 'Your e-mail address is verified.')
  await waitForEvents(page)
})

test('an expired code, a replaced code and a code without a session are refused with different errors', {
  tags: ['long'],
}, async () => {
  const first = await readCode(1)
  market.server.clock.advance(FIVE_MINUTES_MS)
  await enter(first)
  await isTold('This code is too old. Ask for a new one.')

  await askForAnother()
  const second = await readCode(2)
  await askForAnother()
  const third = await readCode(3)
  await enter(second)
  await isTold('A newer code was sent after this one. Use the newest e-mail.')

  await page.getByLabel('Code').fill('')
  await enter(third)
  await waitForEvents(page)
  const again = await page.evaluate(
    async ([email, otp]) => {
      const body = JSON.stringify({ email, otp })
      const headers = { 'Content-Type': 'application/json' }
      const answer = await fetch('/api/auth/verify-otp', { method: 'POST', headers, body })
      return ((await answer.json()) as { error: string }).error // every refusal of the API has this field
    },
    [RAVI.email, third],
  )
  expect(again).toBe('Sign in on this device first, then enter the code')
})

test('the countdown survives a reload, and a typed code is kept without a network', {
  tags: ['long'],
}, async () => {
  await page.getByRole('button', { name: /^Send again in \d+ s$/ }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: /^Send again in \d+ s$/ }).waitFor()
  const code = await readCode(1)
  await market.network.cut()
  await enter(code)
  await page
    .getByText(/needs a connection/)
    .first()
    .waitFor()
  expect(await page.getByLabel('Code').inputValue()).toBe(code)
  await market.network.heal()
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  await waitForEvents(page)
})
