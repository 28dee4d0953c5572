import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { type EngineMarket, openEngineMarket } from './engine-market.ts'
import type { EnginePage } from './engine-page.ts'

// Firefox can block a site's cookies and storage together: even reading `localStorage` then throws.

describe.runIf(inject('engine') === 'firefox')('with site data blocked', () => {
  let market: EngineMarket
  let page: EnginePage

  beforeEach(async () => {
    market = await openEngineMarket({ blocksSiteData: true })
    page = await market.device.openPage()
  })

  afterEach(() => market.close())

  test('the sign-in page explains that the browser blocks site data and how to allow it', async () => {
    await page.goto(`${market.url}/login`)
    await page.waitFor({ css: 'body', text: /block.*data|data.*block/i })
    await page.waitFor({ css: 'body', text: /allow/i })
    expect(await page.count({ text: /This page could not be loaded/ })).toBe(0)
  })

  test('the app replaces the prerendered public pages without an error', async () => {
    for (const path of ['/', '/privacy_policy', '/terms_conditions']) {
      await page.goto(market.url + path)
      // Waits until the app's code has replaced the prerendered page.
      await page.waitFor({ css: '#root:not([data-prerendered]) h1' })
      expect(await page.count({ text: /This page could not be loaded/ })).toBe(0)
    }
  })
})
