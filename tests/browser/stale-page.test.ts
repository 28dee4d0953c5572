import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { createDeployment, type Deployment } from '#tests/support/deployment.ts'
import { DESKTOP, openPage, type SharedBrowser, startSharedBrowser } from '#tests/support/device.ts'
import { type Market, openMarket } from './marketplace.ts'

// A page in a browser without a worker, as in a private window, while the server gets another build and the code of the
// page's own is gone.

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
  await page.getByLabel('Full name').fill('Ravi Menon')
  loads = 0
  page.on('domcontentloaded', () => {
    loads += 1
  })
})

afterEach(() => context.close())

const openTerms = () => page.getByRole('link', { name: 'Terms and Conditions' }).first().click()
const terms = () => page.getByRole('heading', { name: 'Terms and Conditions', level: 1 })
const isNextBuild = () => page.evaluate(() => 'buildMark' in globalThis)

/** The next build without the code of its terms. */
async function makeBrokenBuild(): Promise<string> {
  const broken = await mkdtemp(join(tmpdir(), 'broken-build-'))
  await cp(inject('nextDistDir'), broken, { recursive: true })
  for (const file of await readdir(join(broken, 'assets'))) {
    if (file.startsWith('terms-')) await rm(join(broken, 'assets', file))
  }
  return broken
}

test('a screen whose code a deploy has deleted is there after one reload, and what was typed is kept', async () => {
  await deployment.deploy(inject('nextDistDir'))
  await openTerms()
  await terms().waitFor()
  expect(loads).toBe(1)
  expect(await isNextBuild()).toBe(true)
  await page.goBack()
  expect(await page.getByLabel('Full name').inputValue()).toBe('Ravi Menon')
})

test('a deploy that lacks a screen is reloaded once and no more; the screen says what to do, and the others work', {
  tags: ['long'],
}, async () => {
  const broken = await makeBrokenBuild()
  await deployment.deploy(broken)
  await openTerms()
  await page.getByText('This part cannot be shown').waitFor()
  expect(loads).toBe(1)
  // What follows is tried again by hand, and does no more by itself either.
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => loads).toBe(2)
  await page.getByText('This part cannot be shown').waitFor()
  await page.goBack()
  expect(await page.getByLabel('Full name').inputValue()).toBe('Ravi Menon')
  expect(loads).toBe(2)
  await rm(broken, { recursive: true })
})

test('without a network nothing is reloaded into a blank screen; "Try again" helps when it is back', {
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

test('a page that arrives just before its code goes is loaded afresh once, and says so if that does not help', {
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

  staleAnswers = Number.POSITIVE_INFINITY // something on the way that gives out an old page again and again
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
