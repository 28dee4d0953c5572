import {
  type DevicePage,
  type DeviceStage,
  openFirstPanel,
  openPanel,
  settle,
} from '#tools/bench/device/device-stage.ts'
import { LISTING_ITEM } from '#tools/bench/device/screen-marks.ts'
import { pressForRows } from '#tools/bench/device/section-rows.ts'
import { p95, toWholeFrames } from '#tools/bench/figures.ts'
import { type Measurement, measureRows } from '#tools/bench/measurement.ts'

const LISTINGS = 10_000
const WHOLE_LIST = `${LISTING_ITEM}[aria-setsize="${LISTINGS}"]`
const SCROLL_PX = 12_000
const SCROLL_PX_PER_S = 3_000 // as fast as a quick flick of a finger, but for several seconds

/** A phone's list of 10,000 listings, opened from the copy that is saved on the device, and scrolled. */
export const longList: Measurement<DeviceStage> = {
  name: 'long-list',
  measure: (stage, runs) =>
    measureRows(runs, () => measureList(stage), [
      ['10,000 rows without pages: rows visible', 'ms', 500, ({ rowsMs }) => rowsMs],
      ['… frame time p95 while scrolling', 'ms', toWholeFrames(33), frameTime],
      ['… DOM nodes', '', 3_000, ({ nodes }) => nodes],
    ]),
}

const frameTime = ({ frames }: { frames: number[] }) => toWholeFrames(p95(frames))

async function measureList(stage: DeviceStage) {
  const market = await stage.getMarket(LISTINGS)
  return stage.onDevice(async (phone) => {
    const { page: first } = await openFirstPanel(phone, market)
    await pressForRows(stage, first)
    await settle(market)
    await phone.restart()
    const again = await phone.openPage()
    await openPanel(again.page, market)
    const rowsMs = await pressForRows(stage, again.page)
    await settle(market)
    await again.page.locator(WHOLE_LIST).first().waitFor()
    const frames = await scroll(again)
    const nodes = await again.page.evaluate(() => window.probe.countNodes())
    return { rowsMs, frames, nodes }
  })
}

/** Scrolls without a pause, then waits until the visible cards are rendered. Returns each frame's duration. */
async function scroll({ page, debug }: DevicePage): Promise<number[]> {
  await page.evaluate(() => {
    window.watchedFrames = window.probe.watchFrames()
  })
  await debug.send('Input.synthesizeScrollGesture', {
    x: 195,
    y: 300,
    yDistance: -SCROLL_PX,
    speed: SCROLL_PX_PER_S,
    gestureSourceType: 'mouse', // this command does not scroll with emulated touch
  })
  await page.waitForFunction(
    (item) => [...document.querySelectorAll(item)].every((card) => card.querySelector('dl')),
    LISTING_ITEM,
  )
  const frames = await page.evaluate(() => window.watchedFrames.stop())
  const scrolledPx = await page.evaluate(() => window.scrollY)
  if (scrolledPx < SCROLL_PX / 2) throw new Error(`the list scrolled by ${scrolledPx} px only`)
  return frames
}
