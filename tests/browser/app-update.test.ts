import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { DESKTOP, openPage } from '#tests/support/device.ts'
import { type Marketplace, openMarketplace } from './marketplace.ts'
import { signIn, waitForWorker } from './panel-page.ts'

// A new build on the server while the panel is open: it waits until the operator wants it.

const PROMPT = 'A new version is ready.'
const REVISED_PAGE = '"revision":"next","url":"index.html"'

let market: Marketplace
let page: Page
let distDir: string
let loads: number

beforeEach(async () => {
  distDir = await mkdtemp(join(tmpdir(), 'app-update-'))
  await cp(inject('distDir'), distDir, { recursive: true })
  // The files of a build are replaced below, so their compressed copies would be stale.
  for (const file of ['index.html', 'sw.js']) await dropCompressed(file)
  market = await openMarketplace(distDir)
  ;({ page } = await openPage(market.context, DESKTOP))
  await signIn(page, market.network.url, market.server.operator)
  await waitForWorker(page)
  await page.goto(`${market.network.url}/dashboard?section=property`)
  await page.getByRole('searchbox').fill('Bandra')
  loads = 0
  page.on('domcontentloaded', () => {
    loads += 1
  })
})

afterEach(async () => {
  await market.close()
  await rm(distDir, { recursive: true, force: true })
})

async function dropCompressed(file: string): Promise<void> {
  for (const suffix of ['.br', '.gz']) await rm(join(distDir, `${file}${suffix}`))
}

/** Puts the next build where the server finds it, and lets the browser look. */
async function publishNextBuild(): Promise<void> {
  const html = await readFile(join(distDir, 'index.html'), 'utf8')
  const next = html.replace('</head>', '<meta name="build" content="next" /></head>')
  await writeFile(join(distDir, 'index.html'), next)
  const worker = await readFile(join(distDir, 'sw.js'), 'utf8')
  const revised = worker.replace(/"revision":"\w+","url":"index\.html"/, REVISED_PAGE)
  expect(revised).toContain(REVISED_PAGE)
  await writeFile(join(distDir, 'sw.js'), `${revised}\n// the next build\n`)
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.update()
  })
}

const buildMark = () => page.locator('meta[name="build"]').count()

test('a new build waits and asks; nothing reloads and what was typed stays, until "Update" reloads once', async () => {
  await publishNextBuild()
  await page.getByText(PROMPT).waitFor()
  expect(await page.getByRole('searchbox').inputValue()).toBe('Bandra')
  expect(loads).toBe(0)
  expect(await buildMark()).toBe(0)

  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect.poll(buildMark, { timeout: 30_000 }).toBe(1)
  await page.getByRole('searchbox').waitFor()
  expect(await page.getByRole('searchbox').inputValue()).toBe('Bandra')
  expect(loads).toBe(1)
  expect(await page.getByText(PROMPT).count()).toBe(0)
  const workers = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    return { isWaiting: registration?.waiting !== null, isActive: registration?.active !== null }
  })
  expect(workers).toEqual({ isWaiting: false, isActive: true })
})

test('"Later" puts the new build off; it asks again when the app is opened again', async () => {
  await publishNextBuild()
  await page.getByText(PROMPT).waitFor()
  await page.getByRole('button', { name: 'Later' }).click()
  await page.getByText(PROMPT).waitFor({ state: 'detached' })
  expect(await page.getByRole('searchbox').inputValue()).toBe('Bandra')
  expect(loads).toBe(0)

  await page.reload()
  await page.getByText(PROMPT).waitFor()
  expect(await buildMark()).toBe(0)
})

test('the app can be installed: the page links its manifest, and its icons are as large as they say', async () => {
  const href = await page.locator('link[rel="manifest"]').getAttribute('href')
  const { url } = market.network
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
