// @module-tag long
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { holdRequests } from '#tests/browser/pages/held-requests.ts'
import { operatorTest as test } from '#tests/browser/pages/market-test.ts'
import { setTouch } from '#tests/browser/pages/page-measures.ts'
import { DESKTOP, PHONE } from '#tests/support/browser/device.ts'

// What the dashboard shows first, and whether its chart is readable on a phone.

const FIGURES_PX = 140 // maximum height of the figures
const CHART_PX = 220 // minimum height of the chart on a phone
const TEXT_PX = 11 // minimum font size in the chart

test.for([
  { name: 'a phone', size: PHONE, columns: 2 },
  { name: 'a tablet', size: { width: 768, height: 1024 }, columns: 4 },
  { name: 'a desktop', size: DESKTOP, columns: 4 },
])(
  'on $name the figures come first, and the first card is fully visible without scrolling',
  async ({ size, columns }, { page, url }) => {
    await page.setViewportSize(size)
    await page.goto(`${url}/dashboard`)
    const card = page.locator('.board-card').first()
    await card.waitFor()
    const figures = await boxOf(page.locator('.stat-grid'))
    expect(figures.height).toBeLessThanOrEqual(FIGURES_PX)
    const cells = await Promise.all((await page.locator('.stat-card').all()).map(boxOf))
    expect(new Set(cells.map(({ y }) => y)).size).toBe(4 / columns)
    const parts = [
      '.stats-section',
      '.board-section',
      '[aria-labelledby=revenue-title]',
      '.transactions-section',
    ]
    const tops = await Promise.all(parts.map(async (part) => (await boxOf(page.locator(part))).y))
    expect(tops).toEqual(tops.toSorted((one, other) => one - other))
    const { y, height } = await boxOf(card)
    expect(y + height).toBeLessThanOrEqual(size.height)
  },
)

test('on a phone the chart is readable and as high as its placeholder, and a tap shows the figures of a month', async ({
  page,
  url,
}) => {
  await setTouch(page, true)
  const letThrough = await holdRequests(page, '**/api/**')
  await page.goto(`${url}/dashboard`)
  const placeholder = await boxOf(page.locator('.revenue-placeholder'))
  letThrough()
  await page.getByRole('heading', { name: 'Revenue Overview' }).scrollIntoViewIfNeeded()
  const picture = page.getByRole('img', { name: 'Revenue Overview' })
  await picture.locator('tspan').first().waitFor()
  const chart = await boxOf(page.locator('.chart'))
  expect(Math.abs(chart.height - placeholder.height)).toBeLessThan(4)

  await picture.scrollIntoViewIfNeeded()
  const { x, y, width, height } = await boxOf(picture)
  expect(height).toBeGreaterThanOrEqual(CHART_PX)
  expect(await listSmallTexts(picture)).toEqual([])

  const debug = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share = 0) =>
    debug.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x + width * share, y: y + height / 2 }],
    })
  const month = () => page.locator('.chart-sums dt').first().textContent()
  const latest = await month()
  await touch('touchStart', 0.5)
  await touch('touchEnd')
  await page.locator('.chart-cursor').waitFor({ state: 'attached' })
  const tapped = await month()
  expect(tapped).not.toBe(latest)

  await touch('touchStart', 0.5)
  for (const share of [0.45, 0.4, 0.35, 0.3]) await touch('touchMove', share)
  await touch('touchEnd')
  await expect.poll(month).not.toBe(tapped)
  expect(await month()).not.toBe(latest)
  await page.locator('.chart-cursor').waitFor({ state: 'attached' })

  await page.keyboard.press('Escape')
  await page.locator('.chart-cursor').waitFor({ state: 'detached' })
  expect(await month()).toBe(latest)
})

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (!box) throw new Error('it is not shown')
  return box
}

/** Texts of the chart that are too small on the screen. */
function listSmallTexts(picture: Locator): Promise<string[]> {
  return picture.locator('tspan').evaluateAll(
    (texts, least) =>
      texts.flatMap((text) => {
        const scale = text.closest('svg')?.getScreenCTM()?.d ?? 0 // pixels per unit of the SVG
        const size = Number.parseFloat(getComputedStyle(text).fontSize) * scale
        return size < least ? [`${text.textContent} is ${size} px`] : []
      }),
    TEXT_PX,
  )
}
