// @module-tag long
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { FILE, operatorTest } from '#tests/browser/pages/market-test.ts'
import { readDeviceStorage, waitForToast } from '#tests/browser/pages/panel-page.ts'
import { DESKTOP } from '#tests/support/browser/device.ts'
import { startFaultProxy } from '#tests/support/network/fault-proxy.ts'
import { startTestServer } from '#tests/support/server/server-fixture.ts'
import { makeBenchMarket } from '#tools/bench/bench-market.ts'

// A link to the listings, opened on a device without a saved copy, while the list arrives slowly.

const LISTING_COUNT = 600

const test = operatorTest
  .extend('size', () => DESKTOP)
  .extend('server', FILE, async ({ distDir }, { onCleanup }) => {
    const seed = makeBenchMarket(LISTING_COUNT)
    const server = await startTestServer({ seed, isClockRunning: true, distDir })
    onCleanup(server.close)
    return server
  })
  .extend('network', FILE, async ({ server }, { onCleanup }) => {
    const network = await startFaultProxy(Number(new URL(await server.listen()).port))
    onCleanup(network.close)
    return network
  })
  .extend('page', async ({ network, opened: { page }, url }) => {
    network.setFate(({ path }) => ({
      fault: path === '/api/admin/properties?share=device' ? 'hold-half' : 'none',
    }))
    await page.goto(`${url}/dashboard?section=property`)
    await findPart(page)
    return page
  })
  .extend('firstStatus', ({ page }) => page.getByLabel(/^Status of /).first())

async function findPart(page: Page): Promise<void> {
  await page.locator('.read-line', { hasText: / of 600 ·/ }).waitFor()
}

async function findWhole(page: Page): Promise<void> {
  await page.getByText(/^As of /).waitFor()
  await page.getByText(`All${LISTING_COUNT}`, { exact: true }).waitFor()
}

/** Whether the device has a saved copy of the listings. */
async function isSaved(page: Page): Promise<boolean> {
  const { databases } = await readDeviceStorage(page)
  return JSON.stringify(databases['cache']?.['copies'] ?? []).includes('"listings"')
}

test('loaded rows can be decided before the rest arrives, and a partial list is never saved', async ({
  page,
  network,
  firstStatus,
}) => {
  await firstStatus.selectOption('rejected')
  await waitForToast(page, 'Status updated successfully!')
  await page.reload()
  await findPart(page)
  expect(await isSaved(page)).toBe(false)
  expect(await firstStatus.inputValue()).toBe('rejected')

  network.release()
  await findWhole(page)
  expect(await firstStatus.inputValue()).toBe('rejected')
  await expect.poll(() => isSaved(page)).toBe(true)
})

test('the loaded rows remain after the connection is lost midway, and Retry loads the whole list', async ({
  page,
  network,
  firstStatus,
}) => {
  await network.cut()
  await page.getByText(/^Connection lost: /).waitFor()
  expect(await firstStatus.isVisible()).toBe(true)
  expect(await isSaved(page)).toBe(false)

  network.setFate(null)
  await network.heal()
  await page.getByRole('button', { name: 'Retry' }).click()
  await findWhole(page)
})
