import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** How a person works a page: all with a finger, or all with keys. */
export interface Hands {
  /** Begins on a page that has just loaded, where nothing has the focus yet. */
  begin(): Promise<void>
  press(control: Locator): Promise<void>
  choose(choice: Locator): Promise<void>
  /** Replaces what is in the field. */
  type(field: Locator, text: string): Promise<void>
}

export function makeTouch(page: Page): Hands {
  return {
    begin: async () => {},
    press: (control) => control.tap(),
    choose: (choice) =>
      page
        .locator('label', { has: choice })
        .or(choice.and(page.locator('[type=checkbox]')))
        .first()
        .tap(),
    async type(field, text) {
      await field.tap()
      await field.selectText() // as after a long press, and "Select all"
      await page.keyboard.type(text)
    },
  }
}

/** Moves the focus as Tab does, without counting the stops. What Tab does not reach fails. */
export function makeKeys(page: Page): Hands {
  async function reach(control: Locator): Promise<void> {
    await control.focus()
    await expect.poll(() => control.evaluate(isReached)).toBe(true)
  }
  return {
    async begin() {
      await page.keyboard.press('Tab') // the link that skips the header, which covers it
      await page.keyboard.press('Tab')
    },
    async press(control) {
      await reach(control)
      await page.keyboard.press('Enter')
    },
    async choose(choice) {
      await reach(choice)
      await page.keyboard.press('Space')
    },
    async type(field, text) {
      await reach(field)
      await page.keyboard.press('Control+A')
      await page.keyboard.type(text)
    },
  }
}

const isReached = (control: SVGElement | HTMLElement) =>
  control === document.activeElement && control.tabIndex >= 0
