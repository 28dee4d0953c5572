// @module-tag long
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { listPageFiles } from '#tests/bench/bundle/bundle-sizes.ts'
import { PAGE_BUDGETS } from '#tests/bench/bundle/page-budgets.ts'
import { MARKS } from '#tests/bench/device/screen-marks.ts'
import { type Market, openMarket } from '#tests/browser/pages/marketplace.ts'
import { type SharedBrowser, startSharedBrowser } from '#tests/support/browser/device.ts'

// A page's budget limits the size of its scripts. It must count exactly the files that a real browser loads before the
// first screen is shown.

let market: Market
let browser: SharedBrowser

beforeAll(async () => {
  market = await openMarket()
  browser = await startSharedBrowser()
})

afterAll(async () => {
  await browser.close()
  await market.close()
})

test('the sign-in page loads exactly the scripts that its budget counts', async () => {
  const loaded = await listLoaded(await browser.open(), '/login', MARKS.signInForm)
  expect(loaded).toEqual(listPageFiles(inject('distDir'), PAGE_BUDGETS.signIn))
})

test('until its figures are shown, the dashboard loads exactly the scripts that its budget counts', async () => {
  const context = await browser.open()
  const token = await market.server.signIn()
  await context.addInitScript((value) => {
    localStorage.setItem('token', value)
    localStorage.setItem('admin', 'true')
  }, token)
  const loaded = await listLoaded(context, '/dashboard', MARKS.figures)
  expect(loaded).toEqual(listPageFiles(inject('distDir'), PAGE_BUDGETS.dashboard))
})

test('the preload list for the dashboard has exactly those scripts of its budget that the HTML does not load', async () => {
  const files = listPageFiles(inject('distDir'), PAGE_BUDGETS.dashboard)
  const page = await (await browser.open()).newPage()
  await page.goto(`${market.network.url}/login`)
  const lists = await page.locator('script[data-code]').getAttribute('data-code')
  const { shells } = JSON.parse(lists ?? '') as { shells: Record<string, string[]> } // written by build/preload-code.ts
  const html = await (await fetch(`${market.network.url}/index.html`)).text()
  const early = files.filter((file) => !html.replace(lists ?? '', '').includes(file))
  expect(shells['/dashboard']?.map((path) => path.slice(1)).sort()).toEqual(early)
  expect(early.length).toBeGreaterThan(0)
  await page.context().close()
})

/** The scripts that a new browser has loaded when an element first matches the selector. */
async function listLoaded(
  context: BrowserContext,
  path: string,
  selector: string,
): Promise<string[]> {
  const page = await context.newPage()
  await page.addInitScript(noteScripts, selector)
  await page.goto(`${market.network.url}${path}`)
  await page.locator(selector).first().waitFor()
  const loaded = await readNoted(page)
  await context.close()
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

async function readNoted(page: Page): Promise<string[]> {
  const noted = await page.locator('html').getAttribute('data-scripts')
  return (noted ?? '').split(' ').map((path) => path.slice(1))
}
