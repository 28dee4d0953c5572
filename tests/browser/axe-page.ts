import { readFile } from 'node:fs/promises'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { DESKTOP, PHONE, TABLET } from '#tests/support/device.ts'

// Screens under the eyes of axe: WCAG 2.2 AA, as far as a machine can tell.

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
export const NARROW = { width: 320, height: 640 } // WCAG 1.4.10: no scrolling sideways at 320 px

const LOOKS = [PHONE, TABLET, DESKTOP].flatMap((size) =>
  (['light', 'dark'] as const).map((scheme) => ({ ...size, scheme })),
)

/** What somebody looks at, on the page of whoever can: it is there once the tests begin. */
export interface Screen {
  name: string
  page(): Page
  open(page: Page): Promise<void>
}

/** Each screen is opened once, and looked at in every size and theme: sign-ins that fail are counted by the server. */
export function testLooks(screens: readonly Screen[]): void {
  describe.each(screens)('$name', ({ page, open }) => {
    test('has nothing that a rule of WCAG 2.2 AA objects to, in three sizes and both themes', async () => {
      await page().setViewportSize(DESKTOP)
      await open(page())
      for (const { scheme, ...size } of LOOKS) {
        await page().setViewportSize(size)
        await page().emulateMedia({ colorScheme: scheme })
        const found = await listViolations(page())
        expect({ ...size, scheme, found }).toEqual({ ...size, scheme, found: [] })
      }
    })

    test('does not scroll sideways at 320 px', async () => {
      await page().setViewportSize(NARROW)
      await open(page())
      expect(await measureOverflow(page())).toBe(0)
    })
  })
}

/** Puts axe into every document that the page opens, and stills its motion. */
export async function preparePage(page: Page): Promise<void> {
  // The app's content policy allows no foreign script: the debugger puts this one in.
  await page.addInitScript(await readFile('node_modules/axe-core/axe.min.js', 'utf8'))
  await page.emulateMedia({ reducedMotion: 'reduce' })
}

/** Every finding as one line: the rule, the element, and what is wrong with it. */
export async function listViolations(page: Page): Promise<string[]> {
  const results = await page.evaluate(async (rules) => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: unknown): Promise<AxeResults> }
    } // put in before the page began
    return axe.run({ runOnly: rules, resultTypes: ['violations'] })
  }, RULES)
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}

/** By how many pixels the page is wider than what is seen of it. */
export function measureOverflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return Math.max(scrollWidth, document.body.scrollWidth) - clientWidth
  })
}
