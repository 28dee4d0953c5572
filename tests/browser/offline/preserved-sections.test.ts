// @module-tag long
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Market, openMarket } from '#tests/browser/pages/marketplace.ts'
import {
  decide,
  goToSection,
  openDrawer,
  pendingNames,
  signIn,
} from '#tests/browser/pages/panel-page.ts'
import {
  DESKTOP,
  openPage,
  PHONE,
  type SharedBrowser,
  startSharedBrowser,
} from '#tests/support/browser/device.ts'

// Preserved sections stay mounted while another one is shown. A reopened section has its earlier scroll position and
// focus, and a hidden section is inactive.

let market: Market
let browser: SharedBrowser
let page: Page

beforeAll(async () => {
  ;[market, browser] = await Promise.all([openMarket(), startSharedBrowser()])
})

afterAll(async () => {
  await browser.close()
  await market.close()
})

beforeEach(async () => {
  ;({ page } = await openPage(await browser.open(), PHONE))
  await signIn(page, market.network.url, market.server.operator)
})

afterEach(() => page.context().close())

const go = (section: string) => goToSection(page, section)

const cards = () => page.getByRole('list', { name: 'Properties' }).getByRole('listitem')

/** The id of the card at the middle of the screen, once one is rendered. */
async function cardInView(): Promise<string> {
  const find = () =>
    page.evaluate(
      ([x, y]) => document.elementFromPoint(x, y)?.closest('[data-row]')?.getAttribute('data-row'),
      [PHONE.width / 2, PHONE.height / 2] as const,
    )
  await expect.poll(find).toBeTruthy()
  return (await find()) ?? ''
}

async function scrollDeep(): Promise<string> {
  await cards().first().waitFor()
  await page.evaluate(() => window.scrollTo(0, 6_000))
  await page.waitForFunction(() => window.scrollY > 5_000)
  return cardInView()
}

/** Makes the page record the visible card in the first frame that shows the list again. */
async function watchFirstFrame(): Promise<void> {
  await page.evaluate(
    ([x, y]) => {
      const look = () => {
        const title = document.querySelector('.shell-section:not([hidden]) .page-title')
        if (title?.textContent !== 'Property Management') return requestAnimationFrame(look)
        const card = document.elementFromPoint(x, y)?.closest('[data-row]')
        return Object.assign(window, { firstSeen: card?.getAttribute('data-row') ?? 'none' })
      }
      requestAnimationFrame(look)
    },
    [PHONE.width / 2, PHONE.height / 2] as const,
  )
}

test.each([
  ['by the menu', () => go('Property Management')],
  [
    'by Back',
    async () => {
      await page.goBack()
      await page.getByRole('heading', { name: 'Property Management', level: 2 }).waitFor()
    },
  ],
])(
  'a list reopened %s has its earlier scroll position from the first frame',
  async (_words, comeBack) => {
    await go('Property Management')
    const seen = await scrollDeep()
    await go('User Management')
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await watchFirstFrame()
    await comeBack()
    expect(await cardInView()).toBe(seen)
    expect(await page.evaluate(() => Reflect.get(window, 'firstSeen'))).toBe(seen)
  },
)

test('a section without a long list also keeps its scroll position', async () => {
  await page.locator('.chart').first().scrollIntoViewIfNeeded()
  const seen = await page.evaluate(() => Math.round(window.scrollY))
  expect(seen).toBeGreaterThan(200)
  await go('User Management')
  await go('Dashboard')
  await expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBe(seen)
})

test('opening and closing the drawer does not change the scroll position', async () => {
  await go('Property Management')
  await scrollDeep()
  await page.evaluate(() => {
    const places = [window.scrollY]
    window.addEventListener('scroll', () => places.push(window.scrollY))
    Object.assign(window, { places })
  })
  await openDrawer(page)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.waitForFunction(() => !history.state?.modalDepth)
  const places = await page.evaluate(() => Reflect.get(window, 'places') as number[])
  // A card's height may differ from its estimate by some pixels; a lost position would move half a screen.
  expect(Math.max(...places) - Math.min(...places)).toBeLessThan(60)
})

test('the keyboard focus returns to the row that had it when the section was left', async () => {
  await go('Property Management')
  const seen = await scrollDeep()
  const row = page.locator(`[data-row="${seen}"] .row-open`)
  await row.evaluate((button) => button.focus({ preventScroll: true }))
  await go('User Management')
  await page.goBack()
  await cards().first().waitFor()
  expect(await row.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Tab')
  expect(await cardInView()).toBe(seen)
})

test('leaving review mode returns to the scroll position where it was opened', async () => {
  await go('Property Management')
  const seen = await scrollDeep()
  await page.evaluate(() => document.querySelector<HTMLElement>('.review-link a')?.click())
  await page.getByRole('button', { name: 'Accept' }).waitFor()
  await page.goBack()
  await cards().first().waitFor()
  expect(await cardInView()).toBe(seen)
})

test('a filter that is no longer in the URL does not apply to the list', async () => {
  await go('Property Management')
  const text = page.getByRole('searchbox')
  await text.fill('Bandra')
  await page.waitForFunction(() => location.search.includes('Bandra'))
  await go('User Management')
  await go('Property Management')
  expect(await text.inputValue()).toBe('')
})

test('a reopened section shows decisions made meanwhile', async () => {
  const [name = ''] = await pendingNames(page, 1)
  await go('Property Management')
  await page.getByRole('searchbox').fill(name)
  await page.waitForURL((url) => url.searchParams.get('q') === name)
  const select = page.getByLabel(`Status of ${name}`)
  expect(await select.inputValue()).toBe('pending')
  await go('Dashboard')
  await decide(page, name, 'Accept')
  await page.goBack()
  await select.waitFor()
  expect(await select.inputValue()).toBe('approved')
})

test('a video that plays is paused when its section is left', async () => {
  await page
    .getByRole('button', { name: /^Play video/ })
    .first()
    .click()
  await page.waitForFunction(() => document.querySelector('video')?.paused === false)
  // Unmutes the video, because the browser itself pauses hidden muted videos.
  await page.evaluate(() => {
    const video = document.querySelector('video')
    if (video) video.muted = false
  })
  await go('User Management')
  expect(await page.evaluate(() => document.querySelector('video')?.paused)).toBe(true)
})

test('a confirmation that was left for another section does not reappear', async () => {
  await page.setViewportSize(DESKTOP)
  // Clicks the sidebar's link by script, because the modal covers it. A user would follow a link in a toast above it.
  const follow = async (section: string) => {
    await page.evaluate(
      (words) => document.querySelector<HTMLElement>(`.shell-nav a[href$="${words}"]`)?.click(),
      `section=${section}`,
    )
    await page.waitForURL((url) => url.searchParams.get('section') === section)
  }
  await follow('property')
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click()
  await page.getByRole('alertdialog').waitFor()
  await follow('users')
  await page.getByRole('heading', { name: 'User Management', level: 2 }).waitFor()
  expect(await page.locator('dialog[open]').count()).toBe(0)
  await follow('property')
  await page.getByRole('table', { name: 'Properties' }).waitFor()
  expect(await page.getByRole('alertdialog').count()).toBe(0)
})

test('assistive technology and the keyboard cannot reach a hidden section', async () => {
  await go('Property Management')
  await cards().first().waitFor()
  await go('User Management')
  const isReachable = await page.evaluate(() => {
    const links = document.querySelectorAll<HTMLElement>('[hidden] button, [hidden] select')
    return [...links].some((control) => control.checkVisibility())
  })
  expect(isReachable).toBe(false)
  expect(await cards().count()).toBe(0)
})
