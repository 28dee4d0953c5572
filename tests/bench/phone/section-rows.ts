import type { Page } from 'playwright-core'
import { repeat } from '#tests/bench/measurement.ts'
import type { PhoneMeasurement } from './phone-row.ts'
import { openPanel, type PhoneStage, putSession, settle } from './phone-stage.ts'
import { MARKS } from './screen-marks.ts'

const SIZES = [
  { listings: 1_000, firstMs: 300, againMs: 100 },
  { listings: 10_000, firstMs: 500, againMs: 200 },
]

/** From the tap on a section to its rows: the first time on a phone, and once more after another section. */
export const sections: PhoneMeasurement = {
  name: 'sections',
  async measure(stage, runs) {
    const rows = []
    for (const { listings, firstMs, againMs } of SIZES) {
      const results = await repeat(runs, () => measureSections(stage, listings))
      const size = `${listings.toLocaleString('en')} listings`
      rows.push(
        {
          what: `Tap on a section to rows visible, ${size}: first time`,
          unit: 'ms' as const,
          figures: results.map(({ first }) => first),
          reach: firstMs,
        },
        {
          what: '… again',
          unit: 'ms' as const,
          figures: results.map(({ again }) => again),
          reach: againMs,
        },
      )
    }
    return rows
  },
}

async function measureSections(stage: PhoneStage, listings: number) {
  const market = await stage.getMarket(listings)
  return stage.onPhone(async (phone) => {
    const { page } = await phone.openPage()
    await putSession(page, market)
    await openPanel(page, market)
    const first = await tapForRows(page)
    await settle(market)
    await stage.explain(`First tap, ${listings} listings`, page, Number.POSITIVE_INFINITY)
    await tapSection(page, 'User Management')
    await settle(market)
    const again = await tapForRows(page)
    return { first, again }
  })
}

/** The time from the finger's touch to the paint of the section's first rows. */
export async function tapForRows(page: Page): Promise<number> {
  await openDrawer(page)
  // By its place: a tap by its name has the driver listen to each of the finger's events, too.
  const box = await sectionLink(page, 'Property Management').boundingBox()
  if (!box) throw new Error('the drawer has no such section')
  await page.evaluate((rows) => {
    window.awaited = window.phone.answered('pointerdown', rows)
  }, MARKS.listings)
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  return (await page.evaluate(() => window.awaited)).tookMs
}

async function tapSection(page: Page, label: string): Promise<void> {
  await openDrawer(page)
  await sectionLink(page, label).tap()
}

async function openDrawer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).tap()
  await sectionLink(page, 'Dashboard').waitFor()
  // Nobody can aim at what still slides in.
  await page.evaluate(async () => {
    const drawer = document.querySelector('dialog[open]')
    await Promise.all(
      drawer?.getAnimations({ subtree: true }).map(({ finished }) => finished) ?? [],
    )
  })
}

function sectionLink(page: Page, label: string) {
  return page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: label })
}
