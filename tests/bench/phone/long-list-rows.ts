import { p95 } from '#tests/bench/figures.ts'
import { repeat } from '#tests/bench/measurement.ts'
import type { PhoneMeasurement } from './phone-row.ts'
import { openPanel, type PhonePage, type PhoneStage, putSession, settle } from './phone-stage.ts'
import { LISTING_ITEM } from './screen-marks.ts'
import { tapForRows } from './section-rows.ts'

const LISTINGS = 10_000
const FRAME_MS = 1_000 / 60
const SCROLL_PX = 12_000
const SCROLL_PX_PER_S = 3_000 // a quick flick, for seconds

/** Every listing on one screen: opened from what the phone kept, and scrolled. */
export const longList: PhoneMeasurement = {
  name: 'long-list',
  async measure(stage, runs) {
    const results = await repeat(runs, () => measureList(stage))
    return [
      {
        what: '10,000 rows without pages: rows visible',
        unit: 'ms',
        figures: results.map(({ rowsMs }) => rowsMs),
        reach: 500,
      },
      {
        what: '… frame time p95 while scrolling',
        unit: 'ms',
        figures: results.map(({ frames }) => toWholeFrames(p95(frames))),
        reach: toWholeFrames(33),
      },
      {
        what: '… DOM nodes',
        unit: '',
        figures: results.map(({ nodes }) => nodes),
        reach: 3_000,
      },
    ]
  },
}

/** The browser's clock is exact to 0.1 ms, and a screen shows 60 frames a second: two of them are 33 ms. */
function toWholeFrames(ms: number): number {
  return Math.round(ms / FRAME_MS) * FRAME_MS
}

async function measureList(stage: PhoneStage) {
  const market = await stage.getMarket(LISTINGS)
  return stage.onPhone(async (phone) => {
    const first = await phone.openPage()
    await putSession(first.page, market)
    await openPanel(first.page, market)
    await tapForRows(first.page)
    await settle(market)
    await phone.restart()
    const again = await phone.openPage()
    await openPanel(again.page, market)
    const rowsMs = await tapForRows(again.page)
    await settle(market)
    await waitForAll(again)
    const frames = await scroll(again)
    const nodes = await again.page.evaluate(() => window.phone.countNodes())
    return { rowsMs, frames, nodes }
  })
}

/** The list says how long it is. @throws when it never is as long as the market */
async function waitForAll({ page }: PhonePage): Promise<void> {
  const whole = `${LISTING_ITEM}[aria-setsize="${LISTINGS}"]`
  await page.locator(whole).first().waitFor()
}

/** On and on without a stop until every card is whole where it ends, and how long each frame took meanwhile. */
async function scroll({ page, debug }: PhonePage): Promise<number[]> {
  await page.evaluate(() => {
    window.watchedFrames = window.phone.watchFrames()
  })
  await debug.send('Input.synthesizeScrollGesture', {
    x: 195,
    y: 300,
    yDistance: -SCROLL_PX,
    speed: SCROLL_PX_PER_S,
    gestureSourceType: 'mouse', // a phone's emulated touch does not scroll by this
  })
  await page.waitForFunction((item) => {
    const cards = [...document.querySelectorAll(item)]
    return cards.every((card) => card.querySelector('dl'))
  }, LISTING_ITEM)
  const frames = await page.evaluate(() => window.watchedFrames.stop())
  const scrolledPx = await page.evaluate(() => window.scrollY)
  if (scrolledPx < SCROLL_PX / 2) throw new Error(`the list scrolled by ${scrolledPx} px only`)
  return frames
}
