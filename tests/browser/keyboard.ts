import type { Page } from 'playwright-core'
import { expect } from 'vitest'

// A person without a mouse: they press keys, and look at where the focus is.

export interface Focus {
  /** What it is and what it is called, as 'button Delete'. */
  what: string
  /** In what it is: a dialog's name, or the element around it that has a name. */
  place: string
  /** Why it cannot be told or seen; null when all is well. */
  trouble: string | null
}

const MOST_TABS = 60 // a person would have given up

/** Where the focus is now. */
export function findFocus(page: Page): Promise<Focus> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (!(focused instanceof HTMLElement) || focused === document.body)
      return { what: 'nothing', place: '', trouble: 'the focus is lost' }
    const label =
      focused.getAttribute('aria-label') ??
      focused
        .getAttribute('aria-labelledby')
        ?.split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' ')
    const fieldLabel =
      'labels' in focused
        ? (focused.labels as NodeListOf<HTMLLabelElement> | null)?.[0]?.textContent
        : null
    const words = focused.cloneNode(focused.localName !== 'main') as HTMLElement // of an element
    for (const hidden of words.querySelectorAll('[aria-hidden="true"]')) hidden.remove()
    const name = (label ?? fieldLabel ?? words.textContent).trim()
    const role = focused.getAttribute('role') ?? focused.localName
    const dialog = focused.closest('dialog')
    const place =
      dialog?.getAttribute('aria-label') ??
      document.getElementById(dialog?.getAttribute('aria-labelledby') ?? '')?.textContent ??
      ''
    const seen = focused.closest('.chart-frame') ?? focused
    seen.scrollIntoView({ block: 'nearest' })
    const box = seen.getBoundingClientRect()
    const { outlineStyle, outlineWidth } = getComputedStyle(seen)
    // A place that the focus is put on, for a screen reader to begin there, needs no ring.
    const isPlace = focused.tabIndex < 0
    const isMarked = isPlace || (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2)
    const at = (x: number, y: number) => document.elementFromPoint(x, y)
    const [left, right] = [Math.max(box.left, 0) + 3, Math.min(box.right, innerWidth) - 3]
    const [top, bottom] = [Math.max(box.top, 0) + 3, Math.min(box.bottom, innerHeight) - 3]
    const points = [at(left, top), at(right, bottom), at((left + right) / 2, (top + bottom) / 2)]
    const isSeen = isPlace || points.some((point) => seen.contains(point))
    const trouble = !isMarked ? 'the focus has no ring' : isSeen ? null : 'the focus is covered'
    return { what: `${role} ${name}`.trim(), place, trouble }
  })
}

/** Presses a key, and says where the focus is then; it has to be seen. */
export async function press(page: Page, key: string): Promise<Focus> {
  await page.keyboard.press(key)
  const focus = await findFocus(page)
  expect({ key, ...focus, trouble: focus.trouble }).toMatchObject({ trouble: null })
  return focus
}

/** Presses Tab until the focus is on what was named, and answers how often. */
export async function tabTo(
  page: Page,
  what: string,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<number> {
  const passed: string[] = []
  while (passed.length < MOST_TABS) {
    await page.keyboard.press(key)
    const focus = await findFocus(page)
    if (focus.trouble) throw new Error(`${focus.trouble}: ${[...passed, focus.what].join(' | ')}`)
    if (focus.what === what) return passed.length + 1
    passed.push(focus.what)
  }
  throw new Error(`${what} was not reached: ${passed.join(' | ')}`)
}

/** Waits until the focus is there: after an answer, or once a dialog has closed. */
export async function expectFocus(page: Page, wanted: Partial<Focus>): Promise<void> {
  await expect.poll(() => findFocus(page)).toMatchObject({ trouble: null, ...wanted })
}
