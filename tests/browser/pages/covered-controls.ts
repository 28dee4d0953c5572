import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { DESKTOP } from '#tests/support/browser/device.ts'

// Looks at many pages in many sizes, each opened once, for controls under a message.

/** An address of the app, and what a person does there before it is looked at. */
export interface Place {
  path: string
  /** A heading that only this page has. */
  heading: string
  /** Runs at the size of a desk. */
  prepare?: (page: Page) => Promise<unknown>
}

const SIZES = [
  { width: 320, height: 844 },
  { width: 390, height: 844 },
  { width: 844, height: 390 }, // a phone on its side
  { width: 768, height: 900 },
  { width: 1024, height: 900 },
  DESKTOP,
] as const
const LOW_PX = 400 // on a lower screen, a prompt may have no free place

/** Moves inside the app, which keeps its messages, and waits for the page and its data. */
export async function moveTo(page: Page, { path, heading }: Place): Promise<void> {
  await page.evaluate((next) => {
    history.pushState(null, '', next)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await page.locator(`:is(h1, h2):visible:text-is("${heading}")`).first().waitFor()
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.skeleton')].every((part) => !part.checkVisibility()),
  )
}

/** Waits until the messages, which move after a paint, have had the time to do so. */
function letMessagesMove(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame += 1) {
      await new Promise(requestAnimationFrame)
      await new Promise((resolve) => setTimeout(resolve))
    }
  })
}

/** The deciding controls, and the controls of bars at the bottom, whose middle belongs to a message. */
function listCovered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
    const isPinned = (element: Element | null): boolean => {
      for (let one = element; one; one = one.parentElement) {
        const { position } = getComputedStyle(one)
        const { top, bottom } = one.getBoundingClientRect()
        const isAtBottom = bottom >= innerHeight - 2 && top > innerHeight / 2
        if (/fixed|sticky/.test(position) && isAtBottom) return true
      }
      return false
    }
    const named = /^(Accept|Approve|Reject|Cancel|Delete|Next|Back|Submit|Status of|Skip|Previous)/
    const deciding = '[type="submit"], [data-variant="primary"], [data-variant="danger"]'
    return [...scope.querySelectorAll('button, a[href], select')].flatMap((control) => {
      const name = control.getAttribute('aria-label') ?? control.textContent ?? ''
      if (control.closest('.toaster, [hidden]') || !control.checkVisibility()) return []
      const isDeciding =
        named.test(name) || control.matches(deciding) || control.closest('[data-keep-clear]')
      if (!isDeciding && !isPinned(control)) return []
      const { left, top, width, height } = control.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      if (width === 0 || x < 0 || x > innerWidth || y < 0 || y > innerHeight) return []
      const hit = document.elementFromPoint(x, y)
      return hit?.closest('.toaster') ? [name.slice(0, 40)] : []
    })
  })
}

/** Whether a toast, or else a prompt, is in view. */
function isMessageSeen(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.toast:not([data-leaving]), .edge-prompt')].some((message) => {
      const { left, top, right, bottom } = message.getBoundingClientRect()
      const isInView = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
      return message.checkVisibility({ opacityProperty: true }) && isInView
    }),
  )
}

/** Visits the places, each in all sizes. A message must be open; it is in view, and covers nothing that decides. */
export async function expectNothingCovered(page: Page, places: readonly Place[]): Promise<void> {
  await page.mouse.move(0, 0) // messages under the pointer keep their place
  for (const place of places) {
    await page.setViewportSize(DESKTOP)
    await moveTo(page, place)
    await place.prepare?.(page)
    await page.mouse.move(0, 0)
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await letMessagesMove(page)
      const where = `${place.path} at ${size.width} x ${size.height} px`
      await expect.poll(() => listCovered(page), { message: where }).toEqual([])
      const isToast = (await page.locator('.toast').count()) > 0
      const isDue = isToast || size.height > LOW_PX
      const seen = expect.poll(() => isMessageSeen(page), { message: `a message on ${where}` })
      if (isDue) await seen.toBe(true)
    }
  }
}
