import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { drag } from './day-test.ts'

/** How a person works a page: all with a finger, or all with keys. */
export interface Hands {
  /** Begins on a page that has just loaded, where nothing has the focus yet. */
  begin(): Promise<void>
  press(control: Locator): Promise<void>
  choose(choice: Locator): Promise<void>
  /** Replaces what is in the field. */
  type(field: Locator, text: string): Promise<void>
  /** Chooses an option of a select. */
  select(field: Locator, option: string): Promise<void>
  /** Chooses an item of the menu that is open. */
  pick(item: Locator): Promise<void>
  /** Moves a row of a list one place up by its handle. */
  moveUp(handle: Locator): Promise<void>
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
    select: async (field, label) => void (await field.selectOption({ label })), // the phone draws the list itself
    pick: (item) => item.tap(),
    async moveUp(handle) {
      const row = page.locator('li').filter({ has: handle })
      await row.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      const from = await middleOf(handle)
      await drag(page, from, { x: from.x, y: (await middleOf(row)).y - (await heightAbove(row)) })
    },
  }
}

async function middleOf(part: Locator): Promise<{ x: number; y: number }> {
  const box = await part.boundingBox()
  if (!box) throw new Error('nothing is in view to drag')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** From the middle of a row to the middle of the one before it. */
function heightAbove(row: Locator): Promise<number> {
  return row.evaluate((element) => {
    const before = element.previousElementSibling?.getBoundingClientRect()
    const { top, bottom } = element.getBoundingClientRect()
    return before ? (top + bottom - before.top - before.bottom) / 2 : 0
  })
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
    async select(field, option) {
      await reach(field)
      await page.keyboard.type(option.split(' ')[0] ?? '')
      await page.keyboard.press('Enter')
    },
    async pick(item) {
      for (let count = 0; count < MOST_ITEMS && !(await item.evaluate(isFocused)); count += 1)
        await page.keyboard.press('ArrowDown')
      expect(await item.evaluate(isFocused)).toBe(true)
      await page.keyboard.press('Enter')
    },
    async moveUp(handle) {
      await reach(handle)
      const before = await handle.getAttribute('aria-label')
      await page.keyboard.press('ArrowUp')
      await expect.poll(() => handle.getAttribute('aria-label')).not.toBe(before)
      await expect.poll(() => handle.evaluate(isFocused)).toBe(true)
    },
  }
}

const MOST_ITEMS = 10

const isFocused = (item: SVGElement | HTMLElement) => item === document.activeElement

const isReached = (control: SVGElement | HTMLElement) =>
  control === document.activeElement && control.tabIndex >= 0
