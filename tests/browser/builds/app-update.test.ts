import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { type Marketplace, openMarketplace } from '#tests/browser/pages/marketplace.ts'
import { installWorker, signIn } from '#tests/browser/pages/panel-page.ts'
import { createDeployment, type Deployment } from '#tests/support/browser/deployment.ts'
import { DESKTOP, openPage } from '#tests/support/browser/device.ts'

// A deploy replaces all files of the build while the panel is open. The new build waits until the operator accepts it.

const PROMPT = 'A new version is ready.'
const BEHIND = 'The app was updated. This tab still shows the previous version.'

let market: Marketplace
let page: Page
let deployment: Deployment
let loads: () => number

beforeEach(async () => {
  deployment = await createDeployment(inject('distDir'))
  market = await openMarketplace(deployment.distDir)
  ;({ page } = await openPage(market.context, DESKTOP))
})

afterEach(async () => {
  await market.close()
  await deployment.remove()
})

/** Signs in on a device with a worker, and types a search that no update may lose. */
async function openPanel(): Promise<void> {
  await signIn(page, market.network.url, market.server.operator)
  await installWorker(page)
  await openSection(page, 'property')
  await page.getByRole('searchbox').fill('Bandra')
  loads = countLoads(page)
}

async function openSection(tab: Page, section: string): Promise<void> {
  await tab.goto(`${market.network.url}/dashboard?section=${section}`)
}

function countLoads(tab: Page): () => number {
  let count = 0
  tab.on('domcontentloaded', () => {
    count += 1
  })
  return () => count
}

/** Deploys a build, makes the browser check for it, and returns the final state of its worker. */
async function publish(buildDir: string): Promise<string | undefined> {
  await deployment.deploy(buildDir)
  await forgetDownloads(page)
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.update()
    const worker = registration?.installing ?? registration?.waiting
    while (worker?.state === 'installing') await new Promise((resolve) => setTimeout(resolve, 20))
    return worker?.state
  })
}

const publishNextBuild = () => publish(inject('nextDistDir'))

/** Clears the HTTP cache, which would hide that the server no longer has the previous build. */
async function forgetDownloads(tab: Page): Promise<void> {
  const debug = await tab.context().newCDPSession(tab)
  await debug.send('Network.clearBrowserCache')
  await debug.detach()
}

/** Only the next build sets `globalThis.buildMark`. */
const isNextBuild = (tab: Page) => tab.evaluate(() => 'buildMark' in globalThis)

/** Reports the page as hidden, as the browser does when another tab is in front. */
async function putInBackground(tab: Page): Promise<void> {
  await tab.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
}

test('a deploy while a worker is installing makes the installation fail, so that no cache mixes two builds', {
  tags: ['long'],
}, async () => {
  await openPanel()
  const mixed = await mkdtemp(join(tmpdir(), 'mixed-build-'))
  await cp(inject('nextDistDir'), mixed, { recursive: true })
  for (const name of ['index.html', 'index.html.br', 'index.html.gz']) {
    await cp(join(inject('distDir'), name), join(mixed, name))
  }
  expect(await publish(mixed)).toBe('redundant')
  expect(await page.getByText(PROMPT).count()).toBe(0)
  expect(loads()).toBe(0)
  await rm(mixed, { recursive: true })

  // The browser's next update check finds all files of the new build.
  expect(await publish(inject('nextDistDir'))).toBe('installed')
  await page.getByText(PROMPT).waitFor()
})

test('a new build waits until "Update" is pressed, which reloads the page once and keeps typed text', async () => {
  await openPanel()
  await publishNextBuild()
  await page.getByText(PROMPT).waitFor()
  expect(await page.getByRole('searchbox').inputValue()).toBe('Bandra')
  expect(loads()).toBe(0)
  expect(await isNextBuild(page)).toBe(false)

  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect.poll(() => isNextBuild(page).catch(() => false)).toBe(true)
  await page.getByRole('searchbox').waitFor()
  expect(await page.getByRole('searchbox').inputValue()).toBe('Bandra')
  expect(loads()).toBe(1)
  expect(await page.getByText(PROMPT).count()).toBe(0)
  const workers = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    return { isWaiting: registration?.waiting !== null, isActive: registration?.active !== null }
  })
  expect(workers).toEqual({ isWaiting: false, isActive: true })
})

test('after one tab updates, a background tab reloads by itself, and a tab with typed text keeps its build', {
  tags: ['long'],
}, async () => {
  await openPanel()
  const { page: reading } = await openPage(market.context, DESKTOP)
  await openSection(reading, 'privacypolicy')
  await reading.getByRole('heading', { name: 'Privacy Policy' }).first().waitFor()
  await putInBackground(reading)
  const { page: updating } = await openPage(market.context, DESKTOP)
  await openSection(updating, 'outbox')
  await publishNextBuild()
  await updating.getByRole('button', { name: 'Update', exact: true }).click()
  await expect.poll(() => isNextBuild(reading).catch(() => false)).toBe(true)
  await reading.getByRole('heading', { name: 'Privacy Policy' }).first().waitFor()

  await page.getByText(BEHIND).waitFor()
  await putInBackground(page)
  expect(await page.getByRole('searchbox').inputValue()).toBe('Bandra')
  // This section was never opened and its code is gone from the server, but the worker has cached it.
  await page.getByRole('link', { name: 'Loan Applications' }).click()
  await page.getByRole('heading', { name: 'Loan Applications' }).first().waitFor()
  await page.getByRole('table').waitFor()
  expect(loads()).toBe(0)
  expect(await isNextBuild(page)).toBe(false)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => isNextBuild(page).catch(() => false)).toBe(true)
  await page.getByRole('table').waitFor()
  expect(loads()).toBe(1)
})

test('"Later" hides the offer of the new build until the page is reloaded', {
  tags: ['long'],
}, async () => {
  await openPanel()
  await publishNextBuild()
  await page.getByText(PROMPT).waitFor()
  await page.getByRole('button', { name: 'Later' }).click()
  await page.getByText(PROMPT).waitFor({ state: 'detached' })
  expect(await page.getByRole('searchbox').inputValue()).toBe('Bandra')
  expect(loads()).toBe(0)

  await page.reload()
  await page.getByText(PROMPT).waitFor()
  expect(await isNextBuild(page)).toBe(false)
})

test('the app can be installed: the page links its manifest, and its icons have their declared sizes', async () => {
  const { url } = market.network
  await page.goto(`${url}/dashboard`)
  const href = await page.locator('link[rel="manifest"]').getAttribute('href')
  const manifest = await (await fetch(new URL(href ?? '', url))).json()
  expect(manifest).toMatchObject({
    name: 'Property Marketplace Admin',
    short_name: 'Admin',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
  })
  const icons: { src: string; sizes: string; type: string; purpose: string }[] = manifest.icons
  const found = await Promise.all(
    icons.map(async ({ src, purpose }) => {
      const answer = await fetch(new URL(src, url))
      const size = readPngSize(Buffer.from(await answer.arrayBuffer()))
      return { src, purpose, type: answer.headers.get('Content-Type'), sizes: size }
    }),
  )
  expect(found).toEqual(icons)
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
})

/** Width and height from a PNG's header (IHDR is always the first chunk). */
function readPngSize(file: Buffer): string {
  expect(file.subarray(1, 4).toString('latin1')).toBe('PNG')
  return `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`
}
