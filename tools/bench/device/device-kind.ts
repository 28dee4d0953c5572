import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { PHONE } from '#tests/support/browser/device.ts'

/** A kind of device: its browser options, and how people press and navigate on it. */
export interface DeviceKind {
  options: BrowserContextOptions
  /** Brings the list of sections into view. */
  showSections(page: Page): Promise<void>
  press(page: Page, x: number, y: number): Promise<void>
}

export const PHONE_KIND: DeviceKind = {
  options: { viewport: PHONE, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  async showSections(page) {
    await page.getByRole('button', { name: 'Menu' }).tap()
    await sectionLink(page, 'Dashboard').waitFor()
    // Waits until the drawer stops moving, because a tap on a moving link would miss it.
    await page.evaluate(async () => {
      const drawer = document.querySelector('dialog[open]')
      await Promise.all(
        drawer?.getAnimations({ subtree: true }).map(({ finished }) => finished) ?? [],
      )
    })
  },
  press: (page, x, y) => page.touchscreen.tap(x, y),
}

/** A small laptop. */
export const DESK_KIND: DeviceKind = {
  options: { viewport: { width: 1366, height: 768 } },
  showSections: (page) => sectionLink(page, 'Dashboard').waitFor(),
  press: (page, x, y) => page.mouse.click(x, y),
}

export function sectionLink(page: Page, label: string): Locator {
  return page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: label })
}
