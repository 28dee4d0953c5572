// @module-tag long
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { BARE_OPERATOR } from '#mocks/bare-accounts.ts'
import { makeBareBackend, makeBareState } from '#mocks/bare-backend.ts'
import { startBareServer } from '#mocks/bare-server.ts'
import { makeBenchMarket } from '#tests/bench/bench-market.ts'
import { signInAt } from '#tests/bench/device/device-market.ts'
import { readDeviceStorage, waitForToast } from '#tests/browser/pages/panel-page.ts'
import { DESKTOP, type SharedBrowser, startSharedBrowser } from '#tests/support/browser/device.ts'
import { type FaultProxy, startFaultProxy } from '#tests/support/network/fault-proxy.ts'
import { startTestServer } from '#tests/support/server/server-fixture.ts'

// A link to the listings, opened on a device without a saved copy, while the list arrives slowly.

const LISTING_COUNT = 600

interface Backend {
  port: number
  token: string
  close(): Promise<void>
}

const BACKENDS = [
  ['our server', openOwn, / of 600 ·/],
  ['a bare backend', openBare, /^Loading \d+ ·/],
] as const

describe.each(BACKENDS)('on %s', (_name, open, progress) => {
  let backend: Backend
  let network: FaultProxy
  let browser: SharedBrowser
  let page: Page

  beforeAll(async () => {
    ;[backend, browser] = await Promise.all([open(), startSharedBrowser()])
    network = await startFaultProxy(backend.port)
  })

  afterEach(async () => {
    await page.context().close()
  })

  afterAll(async () => {
    await browser.close()
    await network.close()
    await backend.close()
  })

  async function openLink(): Promise<void> {
    network.setFate(({ path }) => ({
      fault: path === '/api/admin/properties' ? 'hold-half' : 'none',
    }))
    const context = await browser.open()
    await context.addInitScript((token) => {
      Object.assign(localStorage, { token, admin: 'true' })
    }, backend.token)
    page = await context.newPage()
    await page.setViewportSize(DESKTOP)
    await page.goto(`${network.url}/dashboard?section=property`)
    await findPart()
  }

  const findPart = () => page.locator('.read-line', { hasText: progress }).waitFor()
  const firstStatus = () => page.getByLabel(/^Status of /).first()

  test('loaded rows can be decided before the rest arrives, and a partial list is never saved', async () => {
    await openLink()
    await firstStatus().selectOption('rejected')
    await waitForToast(page, 'Status updated successfully!')
    await page.reload()
    await findPart()
    expect(await isSaved(page)).toBe(false)
    expect(await firstStatus().inputValue()).toBe('rejected')

    network.release()
    await page.getByText(/^As of /).waitFor()
    await page.getByText(`All${LISTING_COUNT}`, { exact: true }).waitFor()
    expect(await firstStatus().inputValue()).toBe('rejected')
    await expect.poll(() => isSaved(page)).toBe(true)
  })

  test('the loaded rows remain after the connection is lost midway, and Retry loads the whole list', async () => {
    await openLink()
    await network.cut()
    await page.getByText(/^Connection lost: /).waitFor()
    expect(await firstStatus().isVisible()).toBe(true)
    expect(await isSaved(page)).toBe(false)

    network.setFate(null)
    await network.heal()
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByText(/^As of /).waitFor()
    await page.getByText(`All${LISTING_COUNT}`, { exact: true }).waitFor()
  })
})

async function openOwn(): Promise<Backend> {
  const distDir = inject('distDir')
  const seed = makeBenchMarket(LISTING_COUNT)
  const server = await startTestServer({ seed, isClockRunning: true, distDir })
  const { port } = new URL(await server.listen())
  return { port: Number(port), token: await server.signIn(), close: server.close }
}

async function openBare(): Promise<Backend> {
  const state = makeBareState()
  const properties = Array.from({ length: LISTING_COUNT }, (_, index) => ({
    _id: `listing-${index}`,
    propertyName: `House ${index}`,
    saleType: 'Sell',
    propertyPrice: 100_000,
    status: 'pending',
  }))
  const backend = makeBareBackend({ ...state, data: { ...state.data, properties } })
  const bare = await startBareServer({ port: 0, distDir: inject('distDir'), backend })
  const { token } = await signInAt(bare.url, BARE_OPERATOR)
  return { port: Number(new URL(bare.url).port), token, close: bare.close }
}

/** Whether the device has a saved copy of the listings. */
async function isSaved(page: Page): Promise<boolean> {
  const { databases } = await readDeviceStorage(page)
  return JSON.stringify(databases['cache']?.['copies'] ?? []).includes('"listings"')
}
