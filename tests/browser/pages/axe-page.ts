import { readFile } from 'node:fs/promises'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

// Checks screens with axe, for the part of WCAG 2.2 AA that can be automated.

const RULES = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
/** The only rules that can fail in one theme and pass in the other. */
export const COLOUR_RULES = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

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
    const found = await axe.run({ runOnly: only, resultTypes: ['violations'] })
    // A column that is half under a pinned one: the table scrolls, and the focus scrolls it clear of the pinned columns.
    const isUnderPinned = (target: string) =>
      document.querySelector(target)?.matches('.table :not([data-pinned]) > .table-sort')
    for (const { id, nodes } of found.violations)
      for (const [place, { target, failureSummary = '' }] of [...nodes.entries()].reverse())
        if (
          id === 'target-size' &&
          failureSummary.includes('partially obscured') &&
          isUnderPinned(String(target[0]))
        )
          nodes.splice(place, 1)
    return found
  }, runOnly)
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}
