import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { PHONE } from '#tests/support/browser/device.ts'

/** A kind of device: its browser options, and how people press and navigate on it. */
export interface DeviceKind {
  options: BrowserContextOptions
  /** Brings the list of sections into view. */
  showSections(page: Page): Promise<void>
  press(page: Page, x: number, y: number): Promise<void>
  /** Chooses the first listing of the list. */
  chooseFirst(page: Page): Promise<void>
  /** Brings the filters of a list into view. Returns what has them. */
  showFilters(page: Page): Promise<Locator>
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
  async chooseFirst(page) {
    const box = await page
      .locator('.shell-section:not([hidden]) .row-card-title')
      .first()
      .boundingBox()
    if (!box) throw new Error('there is no card')
    const debug = await page.context().newCDPSession(page)
    const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
    await debug.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await page.locator('.selection-bar').waitFor()
    await debug.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  },
  async showFilters(page) {
    await page.getByRole('button', { name: /^Filters/ }).tap()
    const dialog = page.getByRole('dialog', { name: 'Filters' })
    await dialog.waitFor()
    return dialog
  },
}

/** A small laptop. */
export const DESK_KIND: DeviceKind = {
  options: { viewport: { width: 1366, height: 768 } },
  showSections: (page) => sectionLink(page, 'Dashboard').waitFor(),
  press: (page, x, y) => page.mouse.click(x, y),
  async chooseFirst(page) {
    await page
      .getByRole('checkbox', { name: /^Select / })
      .first()
      .click()
    await page.locator('.selection-bar').waitFor()
  },
  showFilters: async (page) => page.locator('.shell-section:not([hidden]) .table-toolbar'),
}

export function sectionLink(page: Page, label: string): Locator {
  return page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: label })
}
