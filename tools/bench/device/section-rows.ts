import type { Locator, Page } from 'playwright-core'
import { flatMapInTurn, type Measurement, measureRows } from '#tools/bench/measurement.ts'
import { sectionLink } from './device-kind.ts'
import { type DeviceStage, openFirstPanel, settle } from './device-stage.ts'
import { MARKS } from './screen-marks.ts'

/** The targets for opening Property Management with this many listings: for the first time, and again. */
export interface SectionSize {
  listings: number
  firstMs: number
  againMs: number
}

/** Measures the time from the press on the section to its rows: the first time, and after a visit to another section. */
export function makeSections(sizes: readonly SectionSize[]): Measurement<DeviceStage> {
  return {
    name: 'sections',
    measure: (stage, runs) =>
      flatMapInTurn(sizes, ({ listings, firstMs, againMs }) => {
        const size = `${listings.toLocaleString('en')} listings`
        const what = `Press on a section to rows visible, ${size}: first time`
        return measureRows(runs, () => measureSections(stage, listings), [
          [what, 'ms', firstMs, ({ first }) => first],
          ['… again', 'ms', againMs, ({ again }) => again],
        ])
      }),
  }
}

async function measureSections(stage: DeviceStage, listings: number) {
  const market = await stage.getMarket(listings)
  return stage.onDevice(async (device) => {
    const { page } = await openFirstPanel(device, market)
    const first = await pressForRows(stage, page)
    await settle(market)
    await stage.explain(`First press, ${listings} listings`, page, Number.POSITIVE_INFINITY)
    await stage.kind.showSections(page)
    await sectionLink(page, 'User Management').click()
    await settle(market)
    const again = await pressForRows(stage, page)
    return { first, again }
  })
}

/** The time from the pointer event to the paint of the section's first rows. */
export async function pressForRows(stage: DeviceStage, page: Page): Promise<number> {
  await stage.kind.showSections(page)
  return pressFor(stage, page, sectionLink(page, 'Property Management'), MARKS.listings)
}

/** The time from the pointer event on a control to the paint of a matching element. */
export async function pressFor(
  { kind }: DeviceStage,
  page: Page,
  control: Locator,
  mark: string,
): Promise<number> {
  // Presses by position: a press by name makes the driver listen to each pointer event, which takes time.
  const box = await control.boundingBox()
  if (!box) throw new Error('there is nothing to press')
  await page.evaluate((selector) => {
    window.awaited = window.probe.answered('pointerdown', selector)
  }, mark)
  await kind.press(page, box.x + box.width / 2, box.y + box.height / 2)
  return page.evaluate(() => window.awaited)
}
