// @module-tag long
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { operatorTest as test } from '#tests/browser/pages/market-test.ts'
import { measureOverflow } from '#tests/browser/pages/page-measures.ts'
import { openProperties } from '#tests/browser/pages/panel-page.ts'
import { DESKTOP, PHONE } from '#tests/support/browser/device.ts'

// What a list and a listing look like on paper: the rows and the facts in black on white, without the app around them.

const SIZES = [
  ['from a phone', PHONE],
  ['from a desktop', DESKTOP],
] as const
/** Of the screen only. */
const CHROME = [
  '.shell-header',
  '.shell-sidebar',
  '.table-toolbar input',
  '.selection-bar',
  '.list-head-action',
  '.modal-header button',
  '.modal-footer',
  '.toast',
  '.shell-section button:not(.row-open, .table-sort)', // those are the names of records and of columns
  'select',
  'video',
]

/** Shows the page as it is printed. */
async function print(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
}

/** The elements of the screen that take room on paper. A button whose text alone is printed is laid out as that text. */
function listChrome(page: Page): Promise<string[]> {
  return page.evaluate(
    (selectors) =>
      selectors.flatMap((selector) =>
        [...document.querySelectorAll(selector)]
          .filter((element) => element.getClientRects().length > 0)
          .filter((element) => !element.closest('.condition-chips'))
          .map((element) => `${selector}: ${element.textContent?.slice(0, 40)}`),
      ),
    CHROME,
  )
}

/** Words that are too light on white (WCAG 1.4.3: 4.5 : 1). */
function listUnreadable(page: Page, place: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const within = document.querySelector(selector)
    if (!within) return [`there is no ${selector}`]
    const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (walker.nextNode()) {
      const { parentElement: element, textContent } = walker.currentNode
      if (!element || !textContent?.trim() || element.getClientRects().length === 0) continue
      const { color } = getComputedStyle(element)
      const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map((part) => {
        const share = Number(part) / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4 // WCAG 2.2
      })
      const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
      if (1.05 / (luminance + 0.05) < 4.5)
        found.push(`${color}: ${textContent.trim().slice(0, 40)}`)
    }
    return found
  }, place)
}

test.for(SIZES)(
  'a filtered list prints all of its rows, its name and its filters, and nothing of the app around it, %s',
  async ([, size], { page, url, server }) => {
    await openProperties(page, `${url}`, size)
    await page.goto(`${url}/dashboard?section=property&city=Pune`)
    await page.locator('[data-row]').first().waitFor()
    const { length } = await server.db
      .selectFrom('listings')
      .select('id')
      .where('city', '=', 'Pune')
      .execute()
    await print(page)
    await expect
      .poll(() => page.locator('.shell-section:not([hidden]) [data-row]').count())
      .toBe(length)
    expect(await listChrome(page)).toEqual([])
    expect(await page.getByRole('heading', { name: 'Property Management' }).isVisible()).toBe(true)
    expect(await page.locator('.condition-chips').getByText('Pune').isVisible()).toBe(true)
    expect(await listUnreadable(page, '.shell-section:not([hidden])')).toEqual([])
    const tooWidePx = await measureOverflow(page)
    if (size === PHONE) expect(tooWidePx).toBe(0) // a table chooses its paper
  },
)

test.for(SIZES)(
  'an open listing prints alone, with its facts and photos, for the folder of a visit, %s',
  async ([, size], { page, url, server }) => {
    const { id, name } = await server.db
      .selectFrom('listings')
      .select(['id', 'name'])
      .where('name', 'is not', null)
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    await openProperties(page, url, size)
    await page.goto(`${url}/dashboard?section=property&open=${id}`)
    const sheet = page.locator('dialog.sheet')
    await sheet.getByText('Location').first().waitFor()
    await print(page)
    expect(
      await sheet
        .getByRole('heading', { name: name ?? '' })
        .first()
        .isVisible(),
    ).toBe(true)
    expect(await page.locator('.shell-main').isVisible()).toBe(false)
    expect(await listChrome(page)).toEqual([])
    expect(await listUnreadable(page, 'dialog.sheet')).toEqual([])
    // All of it: nothing is cut by the height of a window.
    const { heightPx, contentPx } = await sheet.evaluate((dialog) => ({
      heightPx: Math.ceil(dialog.getBoundingClientRect().height), // `scrollHeight` is rounded
      contentPx: dialog.scrollHeight,
    }))
    expect(heightPx).toBeGreaterThanOrEqual(contentPx)
  },
)
