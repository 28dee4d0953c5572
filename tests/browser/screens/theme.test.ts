// @module-tag long
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Marketplace, openMarketplace } from '#tests/browser/pages/marketplace.ts'
import { installWorker, signIn } from '#tests/browser/pages/panel-page.ts'
import { openPage, PHONE } from '#tests/support/browser/device.ts'

// The light or dark theme, from the system or chosen on this device.

let market: Marketplace
let page: Page
let noise: string[]

beforeAll(async () => {
  market = await openMarketplace()
  ;({ page, noise } = await openPage(market.context, PHONE))
  await page.emulateMedia({ colorScheme: 'light' })
  // Records the theme when the body is first parsed, before the app's code runs.
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      if (!document.body) return
      seen.disconnect()
      Object.assign(window, { firstTheme: document.documentElement.dataset['theme'] ?? 'none' })
    })
    seen.observe(document, { childList: true, subtree: true })
  })
  await signIn(page, market.network.url, market.server.operator)
  await installWorker(page)
})

afterAll(() => market.close())

const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const firstTheme = () => page.evaluate(() => Reflect.get(window, 'firstTheme') as string) // set by the init script

test('a chosen theme applies before the app starts, after a reload and without a network', async () => {
  const light = await background()
  expect(await firstTheme()).toBe('none')
  await page.goto(`${market.network.url}/dashboard?sheet=device`)
  await page.getByRole('button', { name: 'Dark', exact: true }).click()
  const dark = await background()
  expect(dark).not.toBe(light)
  await page.reload()
  await page.getByRole('dialog', { name: 'This device' }).waitFor()
  expect(await firstTheme()).toBe('dark')
  expect(await background()).toBe(dark)

  await market.network.cut()
  await page.reload()
  await page.getByRole('button', { name: 'Match system', exact: true }).waitFor()
  expect(await firstTheme()).toBe('dark')
  await page.getByRole('button', { name: 'Match system', exact: true }).click()
  expect(await background()).toBe(light)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await background()).toBe(dark)
  expect(noise.filter((text) => /Content Security Policy|theme/.test(text))).toEqual([])
})
