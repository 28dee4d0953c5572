// @module-tag long
import { expect } from 'vitest'
import { listViolations, preparePage } from '#tests/browser/pages/axe-page.ts'
import { sharedMarketTest } from '#tests/browser/pages/market-test.ts'
import { measureOverflow } from '#tests/browser/pages/page-measures.ts'
import { DESKTOP, PHONE } from '#tests/support/browser/device.ts'

// The API documentation page, which has no scripts: on a phone and a desktop, in both themes.

/** The test expands only two calls. The first has every part that a call can have, the second only reads data. */
const LIKE_ALL = ['Decide about a property', 'Four figures']

const test = sharedMarketTest.extend('size', () => DESKTOP)

test('the API documentation breaks no WCAG rule on a phone and a desktop, light and dark, and logs no error', async ({
  page,
  noise,
  url,
}) => {
  await preparePage(page)
  await page.goto(`${url}/api/docs`)
  for (const name of LIKE_ALL) await page.locator('summary', { hasText: name }).click()
  for (const size of [PHONE, DESKTOP])
    for (const scheme of ['light', 'dark'] as const) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme: scheme })
      const found = await listViolations(page)
      expect({ scheme, ...size, found }).toEqual({ scheme, ...size, found: [] })
      expect(await measureOverflow(page)).toBe(0)
    }
  expect(noise).toEqual([])
})

test('a link in the table of contents expands the description of its call', async ({
  page,
  url,
}) => {
  await page.goto(`${url}/api/docs`)
  const call = page.locator('#setPropertyStatus')
  expect(await call.isVisible()).toBe(false)
  await page.getByRole('navigation').getByText('/api/admin/properties/{id}/status').click()
  await call.getByText('version-conflict').first().waitFor()
})
