import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { type Market, openMarket } from '#tests/browser/pages/marketplace.ts'
import { createDeployment, type Deployment } from '#tests/support/browser/deployment.ts'
import {
  DESKTOP,
  openPage,
  type SharedBrowser,
  startSharedBrowser,
} from '#tests/support/browser/device.ts'

// A page without a service worker, as in a private window, while a deploy replaces the build and deletes the code of the
// page's build.

let market: Market
let browser: SharedBrowser
let deployment: Deployment
let context: BrowserContext
let page: Page
let loads: number

beforeAll(async () => {
  deployment = await createDeployment(inject('distDir'))
  ;[market, browser] = await Promise.all([openMarket(deployment.distDir), startSharedBrowser()])
})

afterAll(async () => {
  await browser.close()
  await market.close()
  await deployment.remove()
})

beforeEach(async () => {
  await deployment.deploy(inject('distDir'))
  context = await browser.open()
  await context.addInitScript('delete Navigator.prototype.serviceWorker')
  ;({ page } = await openPage(context, DESKTOP))
  await page.goto(`${market.network.url}/account/register`)
  // Waits for hydration: earlier, a press on a link would load a whole page instead of only the code of a screen.
  await page.locator('[data-prerendered]').waitFor({ state: 'detached' })
  await page.getByLabel('Full name').fill('Ravi Menon')
  loads = 0
  page.on('domcontentloaded', () => {
    loads += 1
  })
})

afterEach(async () => {
  await context.close()
  await market.network.heal()
})

const openTerms = () => page.getByRole('link', { name: 'Terms and Conditions' }).first().click()
const terms = () => page.getByRole('heading', { name: 'Terms and Conditions', level: 1 })
const isNextBuild = () => page.evaluate(() => 'buildMark' in globalThis)

/** The next build without the code of its terms page. */
async function makeBrokenBuild(): Promise<string> {
  const broken = await mkdtemp(join(tmpdir(), 'broken-build-'))
  await cp(inject('nextDistDir'), broken, { recursive: true })
  for (const file of await readdir(join(broken, 'assets'))) {
    if (file.startsWith('terms-')) await rm(join(broken, 'assets', file))
  }
  return broken
}

test('a screen whose code a deploy has deleted opens after one reload, and typed text is kept', async () => {
  await deployment.deploy(inject('nextDistDir'))
  await openTerms()
  await terms().waitFor()
  expect(loads).toBe(1)
  expect(await isNextBuild()).toBe(true)
  await page.goBack()
  expect(await page.getByLabel('Full name').inputValue()).toBe('Ravi Menon')
})

test('after a deploy that lacks the code of a screen, the page reloads once, shows an error, and otherwise works', {
  tags: ['long'],
}, async () => {
  const broken = await makeBrokenBuild()
  await deployment.deploy(broken)
  await openTerms()
  await page.getByText('This part cannot be shown').waitFor()
  expect(loads).toBe(1)
  // "Try again" reloads once more, and no automatic reload follows.
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => loads).toBe(2)
  await page.getByText('This part cannot be shown').waitFor()
  await page.goBack()
  expect(await page.getByLabel('Full name').inputValue()).toBe('Ravi Menon')
  expect(loads).toBe(2)
  await rm(broken, { recursive: true })
})

test('without a network no page reloads; "Try again" works when the network is back', {
  tags: ['long'],
}, async () => {
  await market.network.cut()
  await openTerms()
  await page.getByText('there is no network to load it from').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('there is no network to load it from').waitFor()
  expect(loads).toBe(0)
  await market.network.heal()
  await page.getByRole('button', { name: 'Try again' }).click()
  await terms().waitFor()
  expect(loads).toBe(1)
})

test('a page loaded just before its code was deleted reloads once, and shows an error if that fails', {
  tags: ['long'],
}, async () => {
  const before = await readFile(join(inject('distDir'), 'index.html'), 'utf8')
  await deployment.deploy(inject('nextDistDir'))
  let staleAnswers = 1
  await page.route('**/login', async (route) => {
    if (staleAnswers === 0) return route.fallback()
    staleAnswers -= 1
    return route.fulfill({ contentType: 'text/html', body: before })
  })
  await clearDownloads()
  await page.goto(`${market.network.url}/login`)
  await page.getByLabel('Email').waitFor()
  expect(loads).toBe(2)
  expect(await isNextBuild()).toBe(true)

  staleAnswers = Number.POSITIVE_INFINITY // like a proxy that keeps serving an old page
  await clearDownloads()
  await page.goto(`${market.network.url}/login`)
  await page.getByText('This page could not be loaded.').waitFor()
  expect(loads).toBe(3)
})

async function clearDownloads(): Promise<void> {
  const debug = await page.context().newCDPSession(page)
  await debug.send('Network.clearBrowserCache')
  await debug.detach()
}
