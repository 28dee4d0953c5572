import type { DevicePage } from '#tools/bench/device/device-stage.ts'
import { LISTING_SCROLLER } from '#tools/bench/device/screen-marks.ts'

export interface Scrolling {
  /** How long each frame took, in milliseconds. */
  frames: number[]
  /** Frames in which a part of the table showed no row. */
  blankCount: number
}

type Scroll = (page: DevicePage, middle: { x: number; y: number }) => Promise<void>

const SCROLL_PX = 12_000
const WHEEL_PX_PER_S = 3_000 // as fast as a person turns a mouse wheel quickly
const REPEAT_MS = 33 // between two repeats of a held key, as systems send them
const ARROWS = 90
const PAGES = 12
const PAGE_MS = 250 // between two repeats of Page Down

export const SCROLLS: readonly { name: string; scroll: Scroll }[] = [
  { name: 'wheel', scroll: turnWheel },
  { name: 'arrow key held', scroll: (page) => pressKeys(page, 'ArrowDown', ARROWS, REPEAT_MS) },
  { name: 'Page Down', scroll: (page) => pressKeys(page, 'PageDown', PAGES, PAGE_MS) },
]

/** Scrolls the table from its top and waits until it stands still. @throws if it moved by less than 1,000 px */
export async function scrollTable(opened: DevicePage, scroll: Scroll): Promise<Scrolling> {
  const { page } = opened
  const table = page.locator(LISTING_SCROLLER)
  await table.evaluate((scroller) => scroller.scrollTo(0, 0))
  await table.focus()
  const box = await table.boundingBox()
  if (!box) throw new Error('there is no table')
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await page.mouse.move(middle.x, middle.y)
  await table.evaluate((scroller) => {
    window.watchedFrames = window.probe.watchFrames()
    window.watchedRows = window.probe.watchRows(scroller)
  })
  await scroll(opened, middle)
  const { frames, blankCount, scrolledPx } = await table.evaluate(async (scroller) => {
    await window.probe.stoodStill(scroller)
    const blankCount = window.watchedRows.stop()
    return { frames: window.watchedFrames.stop(), blankCount, scrolledPx: scroller.scrollTop }
  })
  if (scrolledPx < 1_000) throw new Error(`the table scrolled by ${scrolledPx} px only`)
  return { frames, blankCount }
}

async function turnWheel({ debug }: DevicePage, { x, y }: { x: number; y: number }): Promise<void> {
  await debug.send('Input.synthesizeScrollGesture', {
    x,
    y,
    yDistance: -SCROLL_PX,
    speed: WHEEL_PX_PER_S,
    gestureSourceType: 'mouse',
  })
}

/** Sends `times` key repeats, one every `everyMs`, even if the page has not handled the previous one. */
async function pressKeys(
  { page }: DevicePage,
  key: string,
  times: number,
  everyMs: number,
): Promise<void> {
  for (let press = 0; press < times; press += 1) {
    const isDue = new Promise((due) => setTimeout(due, everyMs))
    await page.keyboard.down(key) // a second `down` without `up` is a key repeat
    await isDue
  }
  await page.keyboard.up(key)
}
