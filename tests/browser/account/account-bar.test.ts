// @module-tag long
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

/** Where the entries of the bar are, in the order in which they are read. */
function readBar(page: Page) {
  return page.evaluate(() => {
    const bar = document.querySelector('.account-nav')
    const box = bar?.getBoundingClientRect()
    const header = document.querySelector('.shell-header')?.getBoundingClientRect()
    const { clientWidth } = document.documentElement
    return {
      entries: [...(bar?.querySelectorAll('a') ?? [])].map((link) => link.textContent?.trim()),
      isAtBottom: box?.bottom === innerHeight && box.left === 0 && box.right === clientWidth,
      isInHeader: box && header ? box.top >= header.top && box.bottom <= header.bottom : false,
    }
  })
}

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

describe("the bar of an end user's pages", () => {
  test('is at the bottom of the screen on a phone, wherever the page is scrolled to, and in the header at a desk', async ({
    page,
    server,
    url,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signInAs(page, url, server.demoUser)
    await waitForEvents(page)
    const entries = ['Listings', 'Messages', 'Events', 'Account']
    for (const width of [320, 390, 1023]) {
      await page.setViewportSize({ width, height: 844 })
      for (const share of [0, 0.5, 1]) {
        await page.evaluate(
          (part) => window.scrollTo(0, part * document.documentElement.scrollHeight),
          share,
        )
        const bar = await readBar(page)
        expect({ width, share, ...bar }).toMatchObject({ width, share, entries, isAtBottom: true })
      }
    }
    await page.setViewportSize({ width: 1024, height: 844 })
    expect(await readBar(page)).toMatchObject({ isInHeader: true, isAtBottom: false })
  })

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
