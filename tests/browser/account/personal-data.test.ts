import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Market, openMarket } from '#tests/browser/pages/marketplace.ts'
import { installWorker, signIn } from '#tests/browser/pages/panel-page.ts'
import {
  openPage,
  PHONE,
  type SharedBrowser,
  startSharedBrowser,
} from '#tests/support/browser/device.ts'

// A person on a phone corrects their name and downloads what the server holds about them.

const MINUTE_MS = 60_000

let browser: SharedBrowser
let market: Market

beforeAll(async () => {
  browser = await startSharedBrowser()
  market = await openMarket()
})
afterAll(async () => {
  await market.close()
  await browser.close()
})

test('a person corrects a name and downloads their data, which the service worker does not cache', {
  tags: ['long'],
}, async () => {
  const { url } = market.network
  const context = await browser.open()
  const { page } = await openPage(context, PHONE)
  await signIn(page, url, market.server.operator)
  await installWorker(page)

  await page.goto(`${url}/dashboard?section=account`)
  await page.getByRole('button', { name: 'Change name' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change name' })
  await dialog.getByLabel('Name').fill('Ravi Shah')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Ravi Shah').waitFor()

  market.server.clock.advance(10 * MINUTE_MS)
  const arriving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.getByLabel('Password', { exact: true }).fill(market.server.operator.password)
  await page.keyboard.press('Enter')
  const download = await arriving
  expect(download.suggestedFilename()).toMatch(/^property-marketplace-data-\d{4}-\d\d-\d\d\.zip$/)
  const files = unzipSync(new Uint8Array(readFileSync(await download.path())))
  const read = (name: string) => strFromU8(files[name] ?? new Uint8Array())
  expect(JSON.parse(read('account.json'))).toMatchObject([{ fullName: 'Ravi Shah' }])
  expect(read('activity.json')).toContain('"action": "export"')
  expect(read('README.txt')).toContain('account.json')
  const cached = await page.evaluate(async () => {
    const names = await caches.keys()
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map((request) => request.url)
  })
  expect(cached.filter((address) => address.includes('/api/'))).toEqual([])
  await context.close()
})
