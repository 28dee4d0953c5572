import { Secret, TOTP } from 'otpauth'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { listViolations, preparePage } from '#tests/browser/pages/axe-page.ts'
import { type Market, openMarket } from '#tests/browser/pages/marketplace.ts'
import { listTouchFaults, measureOverflow, setTouch } from '#tests/browser/pages/page-measures.ts'
import { signIn } from '#tests/browser/pages/panel-page.ts'
import {
  openPage,
  PHONE,
  type SharedBrowser,
  startSharedBrowser,
} from '#tests/support/browser/device.ts'

// Two-step sign-in on a phone, with codes that a TOTP library generates.

let browser: SharedBrowser
let market: Market
let context: BrowserContext
let page: Page

beforeAll(async () => {
  browser = await startSharedBrowser()
})

afterAll(() => browser.close())

beforeEach(async () => {
  market = await openMarket(inject('distDir'))
  context = await browser.open()
  ;({ page } = await openPage(context, PHONE))
  await setTouch(page, true)
  await preparePage(page)
})

afterEach(async () => {
  await context.close()
  await market.close()
})

async function startSignIn(): Promise<void> {
  const { email, password } = market.server.operator
  await page.goto(`${market.network.url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByLabel('Code', { exact: true }).waitFor()
}

async function expectFitForPhones(): Promise<void> {
  expect(await listViolations(page)).toEqual([])
  expect(await listTouchFaults(page)).toEqual([])
  expect(await measureOverflow(page)).toBe(0)
}

async function signOut(): Promise<void> {
  await page.evaluate(() => localStorage.clear())
}

test('a person enrols, and then signs in with an authenticator code and with a recovery code', {
  tags: ['long'],
}, async () => {
  const { operator, clock } = market.server
  const { url } = market.network
  await signIn(page, url, operator)
  await page.goto(`${url}/dashboard?section=account`)
  await page.getByRole('button', { name: 'Set up two-step sign-in' }).click()
  await page.getByLabel('Current password').fill(operator.password)
  await page.getByRole('button', { name: 'Continue' }).click()
  const link = page.getByRole('link', { name: 'Open in authenticator app' })
  expect(await link.getAttribute('href')).toMatch(/^otpauth:\/\/totp\/Property%20Marketplace:/)
  await expectFitForPhones()
  const secret = Secret.fromBase32(
    ((await page.locator('code').textContent()) ?? '').replace(/\s/g, ''),
  )
  const codeNow = () => TOTP.generate({ secret, timestamp: clock.now().getTime() })
  await page.getByLabel('Code', { exact: true }).fill(codeNow())
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'I saved the codes' }).waitFor()
  const codes = await page
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allTextContents()
  expect(codes).toHaveLength(10)
  await expectFitForPhones()
  await page.getByRole('button', { name: 'I saved the codes' }).click()
  await page.getByText('10 of 10 recovery codes left').waitFor()

  await signOut()
  clock.advance(60_000) // the code used for enrolment is not accepted again
  await startSignIn()
  await expectFitForPhones()
  await page.getByLabel('Code', { exact: true }).fill(codeNow())
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(`${url}/dashboard`)

  await signOut()
  await startSignIn()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(`${url}/dashboard`)
  await page.goto(`${url}/dashboard?section=account`)
  await page.getByText('9 of 10 recovery codes left').waitFor()
})
