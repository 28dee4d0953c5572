// @module-tag long
import { expect } from 'vitest'
import { OPEN_PATHS } from '#src/config/paths.ts'
import { holdRequests } from '#tests/browser/pages/held-requests.ts'
import { sharedMarketTest } from '#tests/browser/pages/market-test.ts'
import { rememberOperator } from '#tests/browser/pages/panel-page.ts'

// Prerendered public pages can be read, filled in and submitted before their code has loaded.

const test = sharedMarketTest
  .extend('main', ({ page }) => page.getByRole('main'))
  .extend('waitForApp', ({ page }) => async () => {
    await page.locator('[data-prerendered]').waitFor({ state: 'detached' })
  })
  /** Opens a page and holds its scripts until the returned function is called. */
  .extend('openWithoutCode', ({ page, url, waitForApp }) => async (path: string) => {
    const letThrough = await holdRequests(page, '**/assets/*.js')
    await page.goto(`${url}${path}`, { waitUntil: 'commit' })
    await page.locator('[data-prerendered]').waitFor({ state: 'attached' })
    return async () => {
      letThrough()
      await waitForApp()
    }
  })
  /** Counts the sign-ins that `page` has sent since it was opened. */
  .extend('countSignIns', ({ page }) => {
    let count = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/auth/login')) count += 1
    })
    return () => count
  })

test.for(OPEN_PATHS)(
  '%s can be read before its code loads, and hydration does not change it',
  async (path, { page, noise, main, openWithoutCode }) => {
    const letThrough = await openWithoutCode(path)
    await main.waitFor()
    const before = { title: await page.title(), html: await main.innerHTML() }
    expect(await main.textContent()).not.toBe('')
    await main.evaluate((element) => Object.assign(element, { isFirst: true }))
    await letThrough()
    expect({ title: await page.title(), html: await main.innerHTML() }).toEqual(before)
    expect(await main.evaluate((element) => 'isFirst' in element)).toBe(true)
    expect(noise).toEqual([])
  },
)

test("typed values and the cursor survive hydration, and the values reach the app's state", async ({
  page,
  noise,
  openWithoutCode,
}) => {
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

test('a cursor in the middle of a word keeps its position during hydration', async ({
  page,
  openWithoutCode,
}) => {
  const letThrough = await openWithoutCode('/account/register')
  const name = page.getByLabel('Full name')
  await name.fill('Rai Menon')
  await name.press('Home')
  for (const _step of [1, 2]) await name.press('ArrowRight')
  await letThrough()
  await page.keyboard.type('v')
  expect(await name.inputValue()).toBe('Ravi Menon')
})

test('typed values are kept even if hydration fails and the screen renders again', async ({
  page,
  openWithoutCode,
}) => {
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

test('a form submitted before its code loads waits for the code, and is sent once', async ({
  page,
  url,
  server,
  openWithoutCode,
  countSignIns,
}) => {
  const letThrough = await openWithoutCode('/account/sign-in')
  const { email, password } = server.demoUser
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  expect(page.url()).toBe(`${url}/account/sign-in`)
  await letThrough()
  await page.waitForURL('**/account/events')
  expect(countSignIns()).toBe(1)
})

test('typing after an early submission cancels it, and the user submits again', async ({
  page,
  openWithoutCode,
  countSignIns,
}) => {
  const letThrough = await openWithoutCode('/account/sign-in')
  await page.getByLabel('Email').fill('ravi@exmple.com')
  await page.getByLabel('Password', { exact: true }).fill('a password')
  const send = page.getByRole('button', { name: 'Sign in', exact: true })
  await send.click()
  expect(await send.getAttribute('aria-busy')).toBe('true')
  await page.getByLabel('Email').fill('ravi@example.com')
  expect(await send.getAttribute('aria-busy')).toBeNull()
  await letThrough()
  expect(countSignIns()).toBe(0)
  await send.click()
  await page.getByRole('alert').waitFor()
  expect(countSignIns()).toBe(1)
})

test('the app starts even if early.js fails to load', async ({ page, url, waitForApp }) => {
  await page.route('**/early.js', (route) => route.abort())
  await page.goto(`${url}/login`)
  await waitForApp()
})

test('a signed-in user sees the splash screen, never the page for visitors', async ({
  page,
  context,
  server,
  main,
  openWithoutCode,
}) => {
  await rememberOperator(context, server)
  const letThrough = await openWithoutCode('/')
  await page.locator('.splash').waitFor()
  expect(await main.isVisible()).toBe(false)
  await letThrough()
  await page.getByRole('link', { name: 'Continue to dashboard' }).waitFor()
  expect(await page.locator('.splash').isVisible()).toBe(false)
})

test('a page whose code cannot be loaded shows an error above its readable content', async ({
  page,
  url,
}) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(`${url}/terms_conditions`)
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('alert').textContent()).toContain('This page could not be loaded')
  await page.getByRole('heading', { name: 'Terms and Conditions', level: 1 }).waitFor()
})
