import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { listCutWords, measureOverflow } from '#tests/browser/pages/page-measures.ts'

// What a person meets at each step of a day. Each finding is a line of text.

/** Pictures of all steps are taken into this folder, if it is set. */
const FOLDER = process.env['DAYS_FOLDER']
const SMALLEST_PX = 24 // WCAG 2.5.8

export interface Watch {
  /** Waits until the screen rests, notes what is wrong with it, and takes its picture. */
  look(step: string): Promise<void>
  /** What was wrong, with the names of the steps. */
  findings: readonly string[]
}

/** Follows a person's page through the day; `day` is the prefix of the pictures' names. */
export function watchDay(page: Page, day: string, { isTouched = false } = {}): Watch {
  const findings: string[] = []
  let count = 0
  async function take(step: string): Promise<void> {
    if (FOLDER === undefined) return
    mkdirSync(FOLDER, { recursive: true })
    count += 1
    const name = `${day}-${String(count).padStart(2, '0')}-${step.replace(/\W+/g, '-')}.png`
    await page.screenshot({ path: join(FOLDER, name) })
  }
  return {
    findings,
    async look(step) {
      await settle(page)
      const width = await measureOverflow(page)
      const found = [
        ...(width > 0 ? [`the page is ${width} px too wide`] : []),
        ...(await listCutWords(page)).map((cut) => `cut: ${cut}`),
        ...(await page.evaluate(listCoveredControls)),
        ...(isTouched ? await page.evaluate(listSmallTargets, SMALLEST_PX) : []),
        ...(isTouched ? [] : await page.evaluate(findLostFocus)),
      ]
      for (const line of found) findings.push(`${step}: ${line}`)
      await take(step)
    },
  }
}

/** Waits for running animations, and for the toasts, which move only after scrolling has ended. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((one) => one.finished),
    )
    for (let frame = 0; frame < 30; frame += 1) await new Promise(requestAnimationFrame)
  })
}

/** Controls in view whose middle belongs to another element, such as a message. Runs in the page. */
export function listCoveredControls(): string[] {
  const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  return [
    ...scope.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea'),
  ].flatMap((control) => {
    if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return []
    if (control.matches(':disabled, .visually-hidden, .skip-link')) return []
    const { left, top, width, height } = control.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    if (width * height === 0 || x < 0 || y < 0 || x > innerWidth || y > innerHeight) return []
    if (getComputedStyle(control).pointerEvents === 'none') return []
    const over = document.elementFromPoint(x, y)
    if (!over || control.contains(over) || over.contains(control)) return []
    if (control.closest('label')?.contains(over)) return []
    // What scrolls below a bar that stays is reached by scrolling.
    const isScrolled = over.closest(
      'header, .table-toolbar, .review-bar, [data-pinned], .modal-footer, .modal-header, thead, .account-bar, .posting-bar, .menu-popup, .toaster[data-fit="docked"]',
    )
    if (isScrolled && !control.closest('.review-bar, .modal-footer')) return []
    const name = control.getAttribute('aria-label') ?? control.textContent?.trim() ?? ''
    return [
      `${control.localName} "${name.slice(0, 50)}" is under ${over.localName}.${over.className}`,
    ]
  })
}

/** Buttons and links outside sentences that a thumb misses. */
function listSmallTargets(smallest: number): string[] {
  const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  return [...scope.querySelectorAll<HTMLElement>('a[href], button, input, select')].flatMap(
    (control) => {
      if (!control.checkVisibility({ visibilityProperty: true })) return []
      if (control.matches('.visually-hidden, .skip-link') || control.closest('.visually-hidden'))
        return []
      if (getComputedStyle(control).display === 'inline') return []
      const { width, height } = (control.closest('label') ?? control).getBoundingClientRect()
      // A visually hidden input has a label or a picture that is pressed instead.
      if (width * height <= 1 || (width >= smallest && height >= smallest)) return []
      const name = control.getAttribute('aria-label') ?? control.textContent?.trim() ?? ''
      return [
        `${control.localName} "${name.slice(0, 40)}" is ${width.toFixed(0)} x ${height.toFixed(0)} px`,
      ]
    },
  )
}

/** Whether the next key would go nowhere. */
function findLostFocus(): string[] {
  const focused = document.activeElement
  return focused === null || focused === document.body ? ['the focus is lost'] : []
}
