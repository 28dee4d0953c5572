// @module-tag long
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { sharedMarketTest } from '#tests/browser/pages/market-test.ts'
import {
  decide,
  goToSection as go,
  openDrawer,
  pendingNames,
  signIn,
} from '#tests/browser/pages/panel-page.ts'
import { DESKTOP, PHONE } from '#tests/support/browser/device.ts'

// Preserved sections stay mounted while another one is shown. A reopened section has its earlier scroll position and
// focus, and a hidden section is inactive.

const MIDDLE = [PHONE.width / 2, PHONE.height / 2] as const

const test = sharedMarketTest
  .extend('page', async ({ opened: { page }, server, url }) => {
    await signIn(page, url, server.operator)
    return page
  })
  /** The id of the card in view, after the list was opened and scrolled far down. */
  .extend('scrolledTo', async ({ page }) => {
    await go(page, 'Property Management')
    await cards(page).first().waitFor()
    await page.evaluate(() => window.scrollTo(0, 6_000))
    await page.waitForFunction(() => window.scrollY > 5_000)
    return cardInView(page)
  })

const cards = (page: Page) => page.getByRole('list', { name: 'Properties' }).getByRole('listitem')

/** The id of the card at the middle of the screen, once one is rendered. */
async function cardInView(page: Page): Promise<string> {
  const find = () =>
    page.evaluate(
      ([x, y]) => document.elementFromPoint(x, y)?.closest('[data-row]')?.getAttribute('data-row'),
      MIDDLE,
    )
  await expect.poll(find).toBeTruthy()
  return (await find()) ?? ''
}

/** Makes the page record the visible card in the first frame that shows the list again. */
async function watchFirstFrame(page: Page): Promise<void> {
  await page.evaluate(([x, y]) => {
    const look = () => {
      const title = document.querySelector('.shell-section:not([hidden]) .page-title')
      if (title?.textContent !== 'Property Management') return requestAnimationFrame(look)
      const card = document.elementFromPoint(x, y)?.closest('[data-row]')
      return Object.assign(window, { firstSeen: card?.getAttribute('data-row') ?? 'none' })
    }
    requestAnimationFrame(look)
  }, MIDDLE)
}

async function goBack(page: Page): Promise<void> {
  await page.goBack()
  await page.getByRole('heading', { name: 'Property Management', level: 2 }).waitFor()
}

/** Clicks a link of the sidebar by script. */
async function follow(page: Page, section: string): Promise<void> {
  await page.evaluate(
    (words) => document.querySelector<HTMLElement>(`.shell-nav a[href$="${words}"]`)?.click(),
    `section=${section}`,
  )
  await page.waitForURL((url) => url.searchParams.get('section') === section)
}

test.for([
  ['by the menu', (page: Page) => go(page, 'Property Management')],
  ['by Back', goBack],
] as const)(
  'a list reopened %s has its earlier scroll position from the first frame',
  async ([, comeBack], { page, scrolledTo }) => {
    await go(page, 'User Management')
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await watchFirstFrame(page)
    await comeBack(page)
    expect(await cardInView(page)).toBe(scrolledTo)
    expect(await page.evaluate(() => Reflect.get(window, 'firstSeen'))).toBe(scrolledTo)
  },
)

test('a section without a long list also keeps its scroll position', async ({ page }) => {
  await page.locator('.chart').first().scrollIntoViewIfNeeded()
  const seen = await page.evaluate(() => Math.round(window.scrollY))
  expect(seen).toBeGreaterThan(200)
  await go(page, 'User Management')
  await go(page, 'Dashboard')
  await expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBe(seen)
})

test('opening and closing the drawer does not change the scroll position', async ({
  page,
  scrolledTo: _,
}) => {
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

test('the keyboard focus returns to the row that had it when the section was left', async ({
  page,
  scrolledTo: seen,
}) => {
  const row = page.locator(`[data-row="${seen}"] .row-open`)
  await row.evaluate((button) => button.focus({ preventScroll: true }))
  await go(page, 'User Management')
  await page.goBack()
  await cards(page).first().waitFor()
  expect(await row.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Tab')
  expect(await cardInView(page)).toBe(seen)
})

test('leaving review mode returns to the scroll position where it was opened', async ({
  page,
  scrolledTo: seen,
}) => {
  await page.evaluate(() => document.querySelector<HTMLElement>('.review-link a')?.click())
  await page.getByRole('button', { name: 'Accept' }).waitFor()
  await page.goBack()
  await cards(page).first().waitFor()
  expect(await cardInView(page)).toBe(seen)
})

test('a filter that is no longer in the URL does not apply to the list', async ({ page }) => {
  await go(page, 'Property Management')
  const text = page.getByRole('searchbox')
  await text.fill('Bandra')
  await page.waitForFunction(() => location.search.includes('Bandra'))
  await go(page, 'User Management')
  await go(page, 'Property Management')
  expect(await text.inputValue()).toBe('')
})

test('a reopened section shows decisions made meanwhile', async ({ page }) => {
  const [name = ''] = await pendingNames(page, 1)
  await go(page, 'Property Management')
  await page.getByRole('searchbox').fill(name)
  await page.waitForURL((url) => url.searchParams.get('q') === name)
  const select = page.getByLabel(`Status of ${name}`)
  expect(await select.inputValue()).toBe('pending')
  await go(page, 'Dashboard')
  await decide(page, name, 'Accept')
  await page.goBack()
  await select.waitFor()
  expect(await select.inputValue()).toBe('approved')
})

test('a video that plays is paused when its section is left', async ({ page }) => {
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
  await go(page, 'User Management')
  expect(await page.evaluate(() => document.querySelector('video')?.paused)).toBe(true)
})

test('a confirmation that was left for another section does not reappear', async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  // By script, because the modal covers the sidebar. A user would follow a link in a toast above it.
  await follow(page, 'property')
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click()
  await page.getByRole('alertdialog').waitFor()
  await follow(page, 'users')
  await page.getByRole('heading', { name: 'User Management', level: 2 }).waitFor()
  expect(await page.locator('dialog[open]').count()).toBe(0)
  await follow(page, 'property')
  await page.getByRole('table', { name: 'Properties' }).waitFor()
  expect(await page.getByRole('alertdialog').count()).toBe(0)
})

test('assistive technology and the keyboard cannot reach a hidden section', async ({ page }) => {
  await go(page, 'Property Management')
  await cards(page).first().waitFor()
  await go(page, 'User Management')
  const isReachable = await page.evaluate(() => {
    const links = document.querySelectorAll<HTMLElement>('[hidden] button, [hidden] select')
    return [...links].some((control) => control.checkVisibility())
  })
  expect(isReachable).toBe(false)
  expect(await cards(page).count()).toBe(0)
})

test('a hidden section keeps its layout for the next visit', async ({ page }) => {
  const debug = await page.context().newCDPSession(page)
  await debug.send('Performance.enable')
  const countLaidOut = async () => {
    await debug.send('HeapProfiler.collectGarbage') // the count includes what is not collected yet
    const { metrics } = await debug.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'LayoutObjects')?.value ?? 0
  }
  await page.setViewportSize(DESKTOP)
  await follow(page, 'property')
  await page.getByRole('table', { name: 'Properties' }).waitFor()
  const before = await countLaidOut()
  // By script: the driver's search for a link asks for styles, which the browser then computes in hidden sections too.
  await follow(page, 'outbox')
  await page.waitForFunction(() => document.title.startsWith('Outbox'))
  expect(await countLaidOut()).toBeGreaterThan(0.75 * before) // the Outbox itself has few elements
})
