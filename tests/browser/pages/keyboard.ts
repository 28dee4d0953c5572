import type { Page } from 'playwright-core'
import { expect } from 'vitest'

// Simulates a person without a mouse, who presses keys and looks for the focus.

interface Focus {
  /** The role and name of the focused element, such as 'button Delete'. */
  what: string
  /** The name of the dialog around the focused element; empty outside dialogs. */
  place: string
  /** Why the focus is missing or not visible; null if there is no problem. */
  trouble: string | null
}

const MOST_TABS = 60 // after so many presses, a person would give up

/** Describes the focused element. */
function findFocus(page: Page): Promise<Focus> {
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
    const words = focused.cloneNode(focused.localName !== 'main') as HTMLElement // the clone of an HTMLElement is one
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
    // A heading that only scripts can focus, for screen readers, needs no focus ring.
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

const MOST_FRAMES = 60 // the longest wait for the toasts, which move only after scrolling has ended

/** The focus, once it is visible. If it stays covered, `trouble` says so. */
async function findSettledFocus(page: Page): Promise<Focus> {
  let focus = await findFocus(page)
  for (let frame = 0; frame < MOST_FRAMES && focus.trouble !== null; frame += 1) {
    await page.evaluate(() => new Promise(requestAnimationFrame))
    focus = await findFocus(page)
  }
  return focus
}

/** Presses a key and returns the new focus, which must be visible. */
export async function press(page: Page, key: string): Promise<Focus> {
  await page.keyboard.press(key)
  const focus = await findSettledFocus(page)
  expect({ key, ...focus, trouble: focus.trouble }).toMatchObject({ trouble: null })
  return focus
}

/** Presses Tab until the focus is on the named element. */
export async function tabTo(
  page: Page,
  what: string,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  const passed: string[] = []
  while (passed.length < MOST_TABS) {
    await page.keyboard.press(key)
    const focus = await findSettledFocus(page)
    if (focus.trouble) throw new Error(`${focus.trouble}: ${[...passed, focus.what].join(' | ')}`)
    if (focus.what === what) return
    passed.push(focus.what)
  }
  throw new Error(`${what} was not reached: ${passed.join(' | ')}`)
}

/** Waits until the focus is as wanted, for example after an answer or once a dialog has closed. */
export async function expectFocus(page: Page, wanted: Partial<Focus>): Promise<void> {
  await expect.poll(() => findFocus(page)).toMatchObject({ trouble: null, ...wanted })
}
