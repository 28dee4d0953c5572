import type { Locator, Page } from 'playwright-core'
import { FILE, marketTest } from '#tests/browser/pages/market-test.ts'
import { DESKTOP } from '#tests/support/browser/device.ts'
import { startTestServer } from '#tests/support/server/server-fixture.ts'
import { makeLongQueue } from './long-queue.ts'

/** A market with six hundred waiting listings. `desk` is a page without a mouse, `phone` one with a touch screen only. */
export const dayTest = marketTest
  .extend('mail', FILE, () => 'inbox' as const)
  .extend('server', async ({ distDir, mail }, { onCleanup }) => {
    const seed = makeLongQueue(new Date())
    const server = await startTestServer({ isClockRunning: true, distDir, mail, seed })
    onCleanup(server.close)
    return server
  })
  .extend('size', () => DESKTOP)
  .extend('desk', async ({ opened: { page } }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    return page
  })
  .extend('phone', async ({ browser }, { onCleanup }) => {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
      reducedMotion: 'reduce',
    })
    onCleanup(() => context.close())
    return context.newPage()
  })

/** Types with the keyboard on the screen. */
export async function typeByTouch(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).tap()
  await page.keyboard.type(text)
}

interface Point {
  x: number
  y: number
}

/** Moves a finger sideways. */
export function swipe(page: Page, fromX: number, toX: number, y: number): Promise<void> {
  return drag(page, { x: fromX, y }, { x: toX, y })
}

/** Moves a finger from one point of the screen to another. */
export async function drag(page: Page, from: Point, to: Point): Promise<void> {
  const debug = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove', share: number) => {
    const point = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
    return debug.send('Input.dispatchTouchEvent', { type, touchPoints: [point] })
  }
  await touch('touchStart', 0)
  for (let step = 1; step <= STEPS; step += 1) await touch('touchMove', step / STEPS)
  await debug.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await debug.detach()
}

const STEPS = 8 // fewer would be a jump, which is no swipe

export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name })
