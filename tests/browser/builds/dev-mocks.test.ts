// @module-tag long
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { createServer } from 'vite'
import { expect, inject } from 'vitest'
import { BARE_OPERATOR } from '#mocks/bare-accounts.ts'
import { marketTest } from '#tests/browser/pages/market-test.ts'
import {
  decide,
  goToSection,
  signIn,
  waitForStatus,
  waitForToast,
} from '#tests/browser/pages/panel-page.ts'

// Uses `npm run dev:mocks` like a developer, on Vite's dev server, and checks that builds contain no mocks.

const LISTING = 'Sea-view 3 BHK in Bandra West'

const test = marketTest.extend('url', async ({ chromium: _needed }, { onCleanup }) => {
  const server = await createServer({
    configFile: 'mocks/browser/vite.config.ts',
    // Does not use a developer's cache, because the tests run Vite with another NODE_ENV.
    cacheDir: 'node_modules/.cache/vite-mocks',
    logLevel: 'error',
    server: { port: 0, hmr: false, watch: null },
  })
  onCleanup(() => server.close())
  await server.listen()
  return server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? ''
})

test("the mock API's control panel makes calls fail, counts how many will still fail, and keeps this after a reload", async ({
  page,
  url,
}) => {
  await signIn(page, url, BARE_OPERATOR)
  await waitForStatus(page, 'Online')

  const toggle = page.getByRole('button', { name: /^Mocks: / })
  expect(await toggle.textContent()).toBe('Mocks: no fault')
  await toggle.press('Enter')
  await page.getByLabel('Calls', { exact: true }).selectOption('changes')
  await page.getByLabel('Number of calls').fill('2')
  await page.getByLabel('Fault').selectOption('Refusal: success false')
  expect(await toggle.textContent()).toBe('Mocks: Refusal: success false · 2 left')
  await page.getByLabel('Fault').press('Escape')
  await page.getByRole('form', { name: 'Mock API' }).waitFor({ state: 'hidden' })
  await decide(page, LISTING, 'Accept')
  await waitForToast(page, 'Failed to approve property')
  expect(await toggle.textContent()).toBe('Mocks: Refusal: success false · 1 left')

  await toggle.click()
  await page.getByLabel('Calls', { exact: true }).selectOption('reads')
  await page.getByLabel('Number of calls').fill('')
  await page.getByLabel('Fault').selectOption('500 Server error')
  await page.goto(`${url}/dashboard?section=loans`)
  await page.getByText(/^Could not load/).waitFor()
  expect(await toggle.textContent()).toBe('Mocks: 500 Server error')
  await toggle.click()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('button', { name: 'Turn off' }).press('Escape')
  await goToSection(page, 'User Management')
  await page.getByText('Asha Kulkarni').first().waitFor()
  expect(await toggle.textContent()).toBe('Mocks: no fault')
  expect(await listFiles(page)).toContain('/mocks/browser/start-mocks.ts')
})

test('the build has neither the mock API nor its worker', () => {
  const distDir = inject('distDir')
  const files = readdirSync(distDir, { recursive: true, encoding: 'utf8' })
  expect(files.filter((name) => /mock/i.test(name))).toEqual([])
  const scripts = files.filter((name) => /\.(js|html|json)$/.test(name))
  expect(scripts.length).toBeGreaterThan(20)
  const isOfMocks = /mockServiceWorker|mock-panel|"(node_modules\/)?(msw|mocks)[/"]/
  const holding = scripts.filter((name) => {
    const text = readFileSync(join(distDir, name), 'utf8')
    return isOfMocks.test(text) || text.includes(BARE_OPERATOR.password)
  })
  expect(holding).toEqual([])
})

function listFiles(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  )
}
