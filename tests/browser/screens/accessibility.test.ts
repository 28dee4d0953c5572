import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { COLOUR_RULES, listViolations, preparePage } from '#tests/browser/pages/axe-page.ts'
import { FILE, operatorTest } from '#tests/browser/pages/market-test.ts'
import {
  listBackgroundStates,
  listCutWords,
  listTouchFaults,
  listWordsOutside,
  measureOverflow,
  setTextSpacing,
  setTextZoom,
  setTouch,
} from '#tests/browser/pages/page-measures.ts'
import { waitForStatus } from '#tests/browser/pages/panel-page.ts'
import { DESKTOP, openPage, PHONE, TABLET } from '#tests/support/browser/device.ts'
import { createStage } from '#tools/screens/people.ts'
import { openScreen, type Screen } from '#tools/screens/screen.ts'
import { FIRST_SCREENS, LATER_SCREENS } from '#tools/screens/screens.ts'

// Automated checks of WCAG 2.2 AA for every screen that `npm run screens -- chromium` photographs, in every size and theme.

const NARROW = { width: 320, height: 640 } // WCAG 1.4.10: no scrolling sideways at 320 px
const ZOOMED = { width: 640, height: 512 } // a screen of 1280 x 1024 at 200 %
const ZOOMED_TWICE = { width: 320, height: 256 } // the same screen at 400 %

/** A table, and a sheet with a form. `npm run test:all` opens all screens. */
const DAILY = ['listings', 'review-reason']

const test = operatorTest
  .extend('mail', FILE, () => 'inbox' as const)
  .extend('stage', FILE, ({ browser, server, url }) => createStage(browser, server, url))

for (const screen of [...FIRST_SCREENS, ...LATER_SCREENS])
  describe(screen.name, { tags: DAILY.includes(screen.name) ? [] : ['long'] }, () =>
    checkScreen(screen),
  )

/** Opens a screen once for all its checks, because some screens need a failed sign-in, which the server limits. */
function checkScreen(screen: Screen): void {
  let page: Page

  test.beforeAll(async ({ stage }) => {
    const device = await stage.openDevice(screen.who)
    const isForDesktop = screen.sizes?.[0] === 'desktop'
    ;({ page } = await openPage(device, isForDesktop ? DESKTOP : PHONE))
    await preparePage(page)
    await setTouch(page, true)
    await openScreen(page, screen, stage)
    await page.setViewportSize(PHONE)
  })

  test.afterAll(() => page.context().close())

  test('breaks no rule of WCAG 2.2 AA on a phone', async () => {
    await scrollToTop(page)
    expect(await listViolations(page)).toEqual([])
  })

  test('keeps words in their buttons at 200 % text, and shows states without backgrounds in forced colours', async () => {
    await setTextZoom(page, 200)
    expect(await listWordsOutside(page)).toEqual([])
    await setTextZoom(page, 100)
    await page.emulateMedia({ forcedColors: 'active' })
    expect(await listBackgroundStates(page)).toEqual([])
    await page.emulateMedia({ forcedColors: 'none' })
  })

  test('has targets large enough for touch, and fields that do not make iOS zoom', {
    tags: ['long'],
  }, async () => {
    for (const size of [PHONE, TABLET]) {
      await page.setViewportSize(size)
      // Repeats the check, because a list that becomes a table at this size renders its rows in several steps.
      const faults = expect.poll(() => listTouchFaults(page), { message: `at ${size.width} px` })
      await faults.toEqual([])
    }
  })

  test('has no cut text and no sideways scrolling at 320 px, zoomed, with large text or with wide spacing', {
    tags: ['long'],
  }, async () => {
    for (const size of [NARROW, ZOOMED_TWICE, ZOOMED]) {
      await page.setViewportSize(size)
      await expectFit(page, size)
    }
    await page.setViewportSize(PHONE)
    await setTextZoom(page, 200)
    await expectFit(page, { zoom: 200 })
    await setTextZoom(page, 100)
    await setTextSpacing(page, true)
    await expectFit(page, { spacing: 'wide' })
    await setTextSpacing(page, false)
  })

  test('breaks no rule of WCAG 2.2 AA in three sizes and both themes', {
    tags: ['long'],
  }, async () => {
    for (const size of [PHONE, TABLET, DESKTOP]) {
      await setTouch(page, size !== DESKTOP)
      await page.setViewportSize(size)
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme })
        await scrollToTop(page)
        const found = await listViolations(page, scheme === 'light' ? undefined : COLOUR_RULES)
        expect({ ...size, scheme, found }).toEqual({ ...size, scheme, found: [] })
      }
    }
  })
}

/** Keeps the sticky header off the buttons, which axe would report as partially obscured. */
async function scrollToTop(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0))
}

async function expectFit(page: Page, look: object): Promise<void> {
  const found = { overflowPx: await measureOverflow(page), cut: await listCutWords(page) }
  expect({ ...look, ...found }).toEqual({ ...look, overflowPx: 0, cut: [] })
}

test('the accessibility checks report an image that has no alternative text and is wider than the screen', {
  tags: ['long'],
}, async ({ page, url }) => {
  await preparePage(page)
  await page.setViewportSize(NARROW)
  await page.goto(`${url}/login`)
  await page.getByRole('button', { name: 'Login' }).waitFor()
  await page.evaluate(() => {
    const picture = document.createElement('img')
    picture.src = '/favicon.svg'
    picture.width = 400
    picture.style.maxWidth = 'none'
    document.querySelector('main')?.append(picture)
  })
  expect(await listViolations(page)).toEqual([expect.stringMatching(/^image-alt/)])
  expect(await measureOverflow(page)).toBeGreaterThan(0)
})

test('a card of the board cuts no text while it sends a change and the text is large', {
  tags: ['long'],
}, async ({ page, url }) => {
  await page.route('**/api/admin/properties/*/status', () => {}) // no answer comes
  await page.goto(`${url}/dashboard`)
  const card = page.locator('.board-card').filter({ hasText: 'Pending' }).first()
  await card.getByRole('button', { name: 'Accept' }).click()
  await page.locator('.board-card').getByText('Sending…').waitFor()
  await setTextZoom(page, 200)
  await expectFit(page, { zoom: 200 })
})

test('buttons do not overlap a notch or a home indicator', { tags: ['long'] }, async ({
  page,
  url,
}) => {
  const insets = { top: 47, bottom: 34 }
  const debug = await page.context().newCDPSession(page)
  await debug.send('Emulation.setSafeAreaInsetsOverride', { insets })
  await page.goto(`${url}/dashboard`)
  const edges = async (button: string) => {
    const box = await page.getByRole('button', { name: button, exact: true }).first().boundingBox()
    if (!box) throw new Error(`the button ${button} is not visible`)
    return { isBelowNotch: box.y >= insets.top, bottom: box.y + box.height }
  }
  await page.locator('.row-open').first().waitFor()
  expect(await edges('Menu')).toMatchObject({ isBelowNotch: true })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  expect(await edges('Close menu')).toMatchObject({ isBelowNotch: true })
  await page.getByRole('button', { name: 'Close menu', exact: true }).click()
  await page.locator('.row-open').first().click()
  await page.getByRole('dialog').locator('.modal-footer').waitFor()
  // The sheet slides in.
  const deleteBottom = async () => (await edges('Delete')).bottom
  await expect.poll(deleteBottom).toBeLessThanOrEqual(PHONE.height - insets.bottom)
})

test("the keyboard can open a table of the chart's figures, and the chart's lines differ in forced colours", {
  tags: ['long'],
}, async ({ page, url }) => {
  await page.goto(`${url}/dashboard`)
  await page.getByText('View as table').focus()
  await page.keyboard.press('Enter')
  const table = page.getByRole('region', { name: 'Revenue Overview, as a table' })
  await table.getByRole('columnheader', { name: 'Month' }).waitFor()
  expect(await table.getByRole('row').count()).toBe(14) // header, twelve months and total
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').getAttribute('aria-label')).toBe(
    'Revenue Overview, as a table',
  )
  await page.emulateMedia({ forcedColors: 'active' })
  const lines = page.locator(
    '.chart-picture path[stroke-width], .chart-picture path[style*="stroke"]',
  )
  await lines.first().waitFor({ state: 'attached' })
  const strokes = await lines.evaluateAll(
    (paths) => new Set(paths.map((path) => getComputedStyle(path).stroke)).size,
  )
  expect(strokes).toBeGreaterThan(1)
})

test("the header's link to the outbox has an accessible name", { tags: ['long'] }, async ({
  page,
  url,
}) => {
  await page.goto(`${url}/dashboard`)
  await waitForStatus(page, 'Online')
  const debug = await page.context().newCDPSession(page)
  const { root } = await debug.send('DOM.getDocument')
  const found = { nodeId: root.nodeId, selector: '.sync-status' }
  const { nodeId } = await debug.send('DOM.querySelector', found)
  const asked = { nodeId, fetchRelatives: false }
  const { nodes } = await debug.send('Accessibility.getPartialAXTree', asked)
  expect(nodes.map(({ role, name }) => [role?.value, name?.value])).toEqual([['link', 'Online']])
})
