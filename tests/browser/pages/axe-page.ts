import { readFile } from 'node:fs/promises'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { DESKTOP, PHONE, TABLET } from '#tests/support/browser/device.ts'
import {
  listCutWords,
  listTouchFaults,
  measureOverflow,
  setTextSpacing,
  setTextZoom,
  setTouch,
} from './page-measures.ts'

// Checks screens with axe and with measurements, for the part of WCAG 2.2 AA that can be automated.

const RULES = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
/** The only rules that can fail in one theme and pass in the other. */
const COLOUR_RULES = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }
export const NARROW = { width: 320, height: 640 } // WCAG 1.4.10: no scrolling sideways at 320 px
const ZOOMED = { width: 640, height: 512 } // a screen of 1280 x 1024 at 200 %
const ZOOMED_TWICE = { width: 320, height: 256 } // the same screen at 400 %

/** A screen to check. Once the tests run, `page` returns the page of a person who may see the screen. */
export interface Screen {
  name: string
  page(): Page
  open(page: Page): Promise<void>
}

/** Opens a screen once for all its checks, because one screen needs a failed sign-in, which the server limits. */
export function testLooks(screens: readonly Screen[]): void {
  describe.each(screens)('$name', ({ page: pageOf, open }) => {
    beforeAll(async () => {
      await setTouch(pageOf(), true)
      await pageOf().setViewportSize(PHONE)
      await open(pageOf())
    })

    test('breaks no rule of WCAG 2.2 AA on a phone', async () => {
      await scrollToTop(pageOf())
      expect(await listViolations(pageOf())).toEqual([])
    })

    test('has targets large enough for touch, and fields that do not make iOS zoom', {
      tags: ['long'],
    }, async () => {
      const page = pageOf()
      await setTouch(page, true)
      for (const size of [PHONE, TABLET]) {
        await page.setViewportSize(size)
        // Repeats the check, because a list that becomes a table at this size renders its rows in several steps.
        const faults = expect.poll(() => listTouchFaults(page), { message: `at ${size.width} px` })
        await faults.toEqual([])
      }
    })

    test('has no cut text and no sideways scrolling at 320 px, zoomed, with large text or with wide spacing', {
      tags: ['long'],
    }, async () => {
      const page = pageOf()
      for (const size of [NARROW, ZOOMED_TWICE, ZOOMED]) {
        await page.setViewportSize(size)
        await expectFit(page, size)
      }
      await page.setViewportSize(PHONE)
      await setTextZoom(page, 200)
      await expectFit(page, { zoom: 200 })
      await setTextZoom(page, 100)
      await setTextSpacing(page, true)
      await expectFit(page, { spacing: 'wide' })
      await setTextSpacing(page, false)
    })

    test('breaks no rule of WCAG 2.2 AA in three sizes and both themes', {
      tags: ['long'],
    }, async () => {
      const page = pageOf()
      for (const size of [PHONE, TABLET, DESKTOP]) {
        await setTouch(page, size !== DESKTOP)
        await page.setViewportSize(size)
        for (const scheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme: scheme })
          await scrollToTop(page)
          const found = await listViolations(page, scheme === 'light' ? RULES : COLOUR_RULES)
          expect({ ...size, scheme, found }).toEqual({ ...size, scheme, found: [] })
        }
      }
    })
  })
}

/** Keeps the sticky header off the buttons, which axe would report as partially obscured. */
async function scrollToTop(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0))
}

async function expectFit(page: Page, look: object): Promise<void> {
  const found = { overflowPx: await measureOverflow(page), cut: await listCutWords(page) }
  expect({ ...look, ...found }).toEqual({ ...look, overflowPx: 0, cut: [] })
}

/** Injects axe into every document that the page opens, and disables motion. */
export async function preparePage(page: Page): Promise<void> {
  // Injected by the debugger, because the app's content security policy forbids foreign scripts.
  await page.addInitScript(await readFile('node_modules/axe-core/axe.min.js', 'utf8'))
  await page.emulateMedia({ reducedMotion: 'reduce' })
}

/** Lists violations as lines with the rule, the element and the problem. */
export async function listViolations(page: Page, runOnly: object = RULES): Promise<string[]> {
  const results = await page.evaluate(async (only) => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: unknown): Promise<AxeResults> }
    } // injected by `preparePage`
    return axe.run({ runOnly: only, resultTypes: ['violations'] })
  }, runOnly)
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}
