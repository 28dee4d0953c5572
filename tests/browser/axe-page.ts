import { readFile } from 'node:fs/promises'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { DESKTOP, PHONE, TABLET } from '#tests/support/device.ts'
import {
  listCutWords,
  listTouchFaults,
  measureOverflow,
  setTextSpacing,
  setTextZoom,
  setTouch,
} from './page-measures.ts'

// Screens under the eyes of axe and of a ruler: WCAG 2.2 AA, as far as a machine can tell.

const RULES = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
/** All that another theme can break. */
const COLOUR_RULES = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }
export const NARROW = { width: 320, height: 640 } // WCAG 1.4.10: no scrolling sideways at 320 px
const ZOOMED = { width: 640, height: 512 } // a screen of 1280 x 1024 at 200 %
const ZOOMED_TWICE = { width: 320, height: 256 } // the same screen at 400 %

/** What somebody looks at, on the page of whoever can: it is there once the tests begin. */
export interface Screen {
  name: string
  page(): Page
  open(page: Page): Promise<void>
}

/** Each screen is opened once, and looked at in every size and theme: sign-ins that fail are counted by the server. */
export function testLooks(screens: readonly Screen[]): void {
  describe.each(screens)('$name', ({ page: pageOf, open }) => {
    beforeAll(async () => {
      await setTouch(pageOf(), true)
      await pageOf().setViewportSize(PHONE)
      await open(pageOf())
    })

    test('breaks no rule of WCAG 2.2 AA on a phone', async () => {
      expect(await listViolations(pageOf())).toEqual([])
    })

    test('has targets for a finger, and fields that a phone does not zoom in on', {
      tags: ['long'],
    }, async () => {
      const page = pageOf()
      await setTouch(page, true)
      for (const size of [PHONE, TABLET]) {
        await page.setViewportSize(size)
        // A list that becomes a table is drawn in slices.
        const faults = expect.poll(() => listTouchFaults(page), { message: `at ${size.width} px` })
        await faults.toEqual([])
      }
    })

    test('fits 320 px, a zoomed desktop, large text and wide spacing', {
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
          const found = await listViolations(page, scheme === 'light' ? RULES : COLOUR_RULES)
          expect({ ...size, scheme, found }).toEqual({ ...size, scheme, found: [] })
        }
      }
    })
  })
}

async function expectFit(page: Page, look: object): Promise<void> {
  const found = { overflowPx: await measureOverflow(page), cut: await listCutWords(page) }
  expect({ ...look, ...found }).toEqual({ ...look, overflowPx: 0, cut: [] })
}

/** Puts axe into every document that the page opens, and stills its motion. */
export async function preparePage(page: Page): Promise<void> {
  // The app's content policy allows no foreign script: the debugger puts this one in.
  await page.addInitScript(await readFile('node_modules/axe-core/axe.min.js', 'utf8'))
  await page.emulateMedia({ reducedMotion: 'reduce' })
}

/** Every finding as one line: the rule, the element, and what is wrong with it. */
export async function listViolations(page: Page, runOnly: object = RULES): Promise<string[]> {
  const results = await page.evaluate(async (only) => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: unknown): Promise<AxeResults> }
    } // put in before the page began
    return axe.run({ runOnly: only, resultTypes: ['violations'] })
  }, runOnly)
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}
