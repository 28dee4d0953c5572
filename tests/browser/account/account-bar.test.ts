import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { signInAs, waitForEvents } from '#tests/browser/pages/account-page.ts'
import { sharedMarketTest as test } from '#tests/browser/pages/market-test.ts'

const WIDTHS = [320, 390, 767, 768, 1024, 1440]
const WIZARD = `/account/listings?open=${'e'.repeat(24)}`

/** The controls whose middle is covered by something else. */
function listCovered(page: Page, selector: string): Promise<(string | null)[]> {
  return page.evaluate((controls) => {
    const all = [...document.querySelectorAll<HTMLElement>(controls)]
    return all
      .filter((control) => {
        const { left, top, width, height } = control.getBoundingClientRect()
        const there = document.elementFromPoint(left + width / 2, top + height / 2)
        return width > 0 && !control.contains(there)
      })
      .map((control) => control.textContent)
  }, selector)
}

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

describe("the bar of an end user's pages", () => {
  test.for(WIDTHS)(
    'at %i px leaves the buttons of the wizard free, and is whole on the other pages',
    async (width, { page, server, url }) => {
      await page.setViewportSize({ width, height: 844 })
      await signInAs(page, url, server.demoUser)
      await waitForEvents(page)
      for (const path of ['/account/events', '/account/listings', '/account/messages']) {
        await page.goto(`${url}${path}`)
        await page.locator('.account-nav a[aria-current]').waitFor()
        expect(await listCovered(page, '.account-nav a, .shell-header > .button')).toEqual([])
        expect(await widthOf(page)).toBeLessThanOrEqual(width)
      }
      await page.goto(`${url}${WIZARD}`)
      await page.locator('.posting-bar').waitFor()
      expect(await listCovered(page, '.posting-bar .button, .shell-header > .button')).toEqual([])
      expect(await widthOf(page)).toBeLessThanOrEqual(width)
    },
  )
})
