import { describe, expect, inject } from 'vitest'
import { engineTest } from './engine-test.ts'

// Firefox can block a site's cookies and storage together: even reading `localStorage` then throws.

const FAILED = { text: /This page could not be loaded/ }

const test = engineTest.extend('engineOptions', () => ({ blocksSiteData: true }))

describe.runIf(inject('engine') === 'firefox')('with site data blocked', () => {
  test('the sign-in page explains that the browser blocks site data and how to allow it', async ({
    page,
    url,
  }) => {
    await page.goto(`${url}/login`)
    await page.waitFor({ css: 'body', text: /block.*data|data.*block/i })
    await page.waitFor({ css: 'body', text: /allow/i })
    expect(await page.count(FAILED)).toBe(0)
  })

  test('the app replaces the prerendered public pages without an error', async ({ page, url }) => {
    for (const path of ['/', '/privacy_policy', '/terms_conditions']) {
      await page.goto(url + path)
      // Waits until the app's code has replaced the prerendered page.
      await page.waitFor({ css: '#root:not([data-prerendered]) h1' })
      expect(await page.count(FAILED)).toBe(0)
    }
  })
})
