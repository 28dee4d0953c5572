// @module-tag long
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { OPEN_PATHS } from '#src/config/paths.ts'
import { holdRequests } from '#tests/browser/pages/held-requests.ts'
import { type Market, openMarket } from '#tests/browser/pages/marketplace.ts'
import {
  openPage,
  PHONE,
  type SharedBrowser,
  startSharedBrowser,
} from '#tests/support/browser/device.ts'

// Prerendered public pages can be read, filled in and submitted before their code has loaded.

let market: Market
let browser: SharedBrowser
let context: BrowserContext
let page: Page
let noise: string[]

beforeAll(async () => {
  ;[market, browser] = await Promise.all([openMarket(), startSharedBrowser()])
})

afterAll(async () => {
  await browser.close()
  await market.close()
})

beforeEach(async () => {
  context = await browser.open()
  ;({ page, noise } = await openPage(context, PHONE))
})

afterEach(() => context.close())

const isWrittenOut = () => page.locator('[data-prerendered]').count()
const main = () => page.getByRole('main')

/** Opens a page and holds its scripts until the returned function is called. */
async function openWithoutCode(path: string): Promise<() => Promise<void>> {
  const letThrough = await holdRequests(page, '**/assets/*.js')
  await page.goto(`${market.network.url}${path}`, { waitUntil: 'commit' })
  await page.locator('[data-prerendered]').waitFor({ state: 'attached' })
  return async () => {
    letThrough()
    await expect.poll(isWrittenOut).toBe(0)
  }
}

describe.each(OPEN_PATHS)('%s', (path) => {
  test('can be read before its code loads, and hydration does not change it', async () => {
    const letThrough = await openWithoutCode(path)
    await main().waitFor()
    const before = { title: await page.title(), html: await main().innerHTML() }
    expect(await main().textContent()).not.toBe('')
    await main().evaluate((element) => Object.assign(element, { isFirst: true }))
    await letThrough()
    expect({ title: await page.title(), html: await main().innerHTML() }).toEqual(before)
    expect(await main().evaluate((element) => 'isFirst' in element)).toBe(true)
    expect(noise).toEqual([])
  })
})

test("typed values and the cursor survive hydration, and the values reach the app's state", async () => {
  const letThrough = await openWithoutCode('/account/register')
  await page.getByLabel('Full name').fill('Ravi Menon')
  await page.getByRole('checkbox').check()
  await page.getByLabel('Email').pressSequentially('ravi@example.com')
  await letThrough()
  const typed = () =>
    page.evaluate(() => {
      const fields = [...document.querySelectorAll('input')]
      return fields.map(({ type, checked, value }) => (type === 'checkbox' ? checked : value))
    })
  expect(await typed()).toEqual(['Ravi Menon', 'ravi@example.com', '', '', true])
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
    .toBe('email')
  await page.keyboard.type('.in')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Mobile number', { exact: false }).first().waitFor()
  // The app reports only the missing fields as invalid.
  const asked = () =>
    page
      .locator('[aria-invalid="true"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('name')))
  await expect.poll(asked).toEqual(['phoneNumber', 'password'])
  expect(await typed()).toEqual(['Ravi Menon', 'ravi@example.com.in', '', '', true])
  await page.reload()
  await expect.poll(typed).toEqual(['Ravi Menon', 'ravi@example.com.in', '', '', true])
  expect(noise).toEqual([])
})

test('a cursor in the middle of a word keeps its position during hydration', async () => {
  const letThrough = await openWithoutCode('/account/register')
  const name = page.getByLabel('Full name')
  await name.fill('Rai Menon')
  await name.press('Home')
  for (const _step of [1, 2]) await name.press('ArrowRight')
  await letThrough()
  await page.keyboard.type('v')
  expect(await name.inputValue()).toBe('Ravi Menon')
})

test('typed values are kept even if hydration fails and the screen renders again', async () => {
  const letThrough = await openWithoutCode('/account/sign-in')
  await page.getByLabel('Email').fill('ravi@example.com')
  await page.evaluate(() => {
    const heading = document.querySelector('h1')
    if (heading) heading.textContent = 'Anmelden' // like a translation extension
  })
  await letThrough()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe('ravi@example.com')
})

test('a form submitted before its code loads waits for the code, and is sent once', async () => {
  const letThrough = await openWithoutCode('/account/sign-in')
  const { email, password } = market.server.demoUser
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  let calls = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/login')) calls += 1
  })
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  expect(page.url()).toBe(`${market.network.url}/account/sign-in`)
  await letThrough()
  await page.waitForURL('**/account/events')
  expect(calls).toBe(1)
})

test('typing after an early submission cancels it, and the user submits again', async () => {
  const letThrough = await openWithoutCode('/account/sign-in')
  let calls = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/login')) calls += 1
  })
  await page.getByLabel('Email').fill('ravi@exmple.com')
  await page.getByLabel('Password', { exact: true }).fill('a password')
  const send = page.getByRole('button', { name: 'Sign in', exact: true })
  await send.click()
  expect(await send.getAttribute('aria-busy')).toBe('true')
  await page.getByLabel('Email').fill('ravi@example.com')
  expect(await send.getAttribute('aria-busy')).toBeNull()
  await letThrough()
  expect(calls).toBe(0)
  await send.click()
  await page.getByRole('alert').waitFor()
  expect(calls).toBe(1)
})

test('the app starts even if early.js fails to load', async () => {
  await page.route('**/early.js', (route) => route.abort())
  await page.goto(`${market.network.url}/login`)
  await expect.poll(isWrittenOut).toBe(0)
})

test('a signed-in user sees the splash screen, never the page for visitors', async () => {
  const token = await market.server.signIn()
  await context.addInitScript((value) => {
    localStorage.setItem('token', value)
    localStorage.setItem('admin', 'true')
  }, token)
  const letThrough = await openWithoutCode('/')
  await page.locator('.splash').waitFor()
  expect(await page.locator('main').isVisible()).toBe(false)
  await letThrough()
  await page.getByRole('link', { name: 'Continue to dashboard' }).waitFor()
  expect(await page.locator('.splash').isVisible()).toBe(false)
})

test('a page whose code cannot be loaded shows an error above its readable content', async () => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(`${market.network.url}/terms_conditions`)
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('alert').textContent()).toContain('This page could not be loaded')
  await page.getByRole('heading', { name: 'Terms and Conditions', level: 1 }).waitFor()
})
