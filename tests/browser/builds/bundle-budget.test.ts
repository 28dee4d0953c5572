// @module-tag long
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { sharedMarketTest } from '#tests/browser/pages/market-test.ts'
import { rememberOperator } from '#tests/browser/pages/panel-page.ts'
import { listPageFiles } from '#tools/bench/bundle/bundle-sizes.ts'
import { PAGE_BUDGETS } from '#tools/bench/bundle/page-budgets.ts'
import { MARKS } from '#tools/bench/device/screen-marks.ts'

// A page's budget limits the size of its scripts. It must count exactly the files that a real browser loads before the
// first screen is shown.

const test = sharedMarketTest.extend('readsAhead', () => true)

test('the sign-in page loads exactly the scripts that its budget counts', async ({ page, url }) => {
  const loaded = await listLoaded(page, `${url}/login`, MARKS.signInForm)
  expect(loaded).toEqual(listPageFiles(inject('distDir'), PAGE_BUDGETS.signIn))
})

test('until its figures are shown, the dashboard loads exactly the scripts that its budget counts', async ({
  page,
  context,
  url,
  server,
}) => {
  await rememberOperator(context, server)
  const loaded = await listLoaded(page, `${url}/dashboard`, MARKS.figures)
  expect(loaded).toEqual(listPageFiles(inject('distDir'), PAGE_BUDGETS.dashboard))
})

test('the dashboard preloads every script of its budget that index.html does not load, and no other', async ({
  page,
  url,
}) => {
  const files = listPageFiles(inject('distDir'), PAGE_BUDGETS.dashboard)
  await page.goto(`${url}/login`)
  const lists = await page.locator('script[data-code]').getAttribute('data-code')
  const { shells } = JSON.parse(lists ?? '') as { shells: Record<string, string[]> } // written by build/preload-code.ts
  const html = await (await fetch(`${url}/index.html`)).text()
  const early = files.filter((file) => !html.replace(lists ?? '', '').includes(file))
  const scripts = shells['/dashboard']?.filter((path) => path.endsWith('.js')) ?? []
  expect(scripts.map((path) => path.slice(1)).sort()).toEqual(early)
  expect(early.length).toBeGreaterThan(0)
})

/** The scripts that a new browser has loaded when an element first matches the selector. */
async function listLoaded(page: Page, address: string, selector: string): Promise<string[]> {
  await page.addInitScript(noteScripts, selector)
  await page.goto(address)
  await page.locator(selector).first().waitFor()
  const noted = await page.locator('html').getAttribute('data-scripts')
  const loaded = (noted ?? '').split(' ').map((path) => path.slice(1))
  return loaded.sort()
}

function noteScripts(selector: string): void {
  // Drops timers of a second or more. On a busy machine, deferred scripts could otherwise load before the screen.
  const setSoon = window.setTimeout
  const setTimer = (work: TimerHandler, ms = 0) => (ms < 1_000 ? setSoon(work, ms) : 0)
  Object.assign(window, { setTimeout: setTimer })
  const observer = new MutationObserver(() => {
    if (!document.querySelector(selector)) return
    observer.disconnect()
    const paths = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
    document.documentElement.dataset['scripts'] = paths.filter((one) => /\.js$/.test(one)).join(' ')
  })
  observer.observe(document, { childList: true, subtree: true, attributes: true })
}
