// @module-tag long
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  listAuditRows,
  type Marketplace,
  openMarketplace,
} from '#tests/browser/pages/marketplace.ts'
import {
  boardCard,
  decide,
  installWorker,
  pendingNames,
  signIn,
  status,
  waitForStatus,
  waitForToast,
  wakeWorker,
} from '#tests/browser/pages/panel-page.ts'
import { DESKTOP, openPage, PHONE } from '#tests/support/browser/device.ts'

// The "work offline" switch: the app uses no network until the user goes online again.

let market: Marketplace
let page: Page
let url: string

beforeEach(async () => {
  market = await openMarketplace()
  url = market.network.url
  ;({ page } = await openPage(market.context, PHONE))
  await signIn(page, url, market.server.operator)
  await installWorker(page)
})

afterEach(() => market.close())

async function workOffline(): Promise<void> {
  await status(page).click()
  await page.getByRole('switch', { name: 'Work offline' }).click()
  await waitForStatus(page, 'Working offline')
}

const NEEDS_NETWORK = 'This device works offline. Signing in and out needs the network.'
const goOnline = (tab: Page) => tab.getByRole('button', { name: 'Go online' }).click()
/** Every API call that reached the server. */
const listCalls = () => market.server.logged.filter((line) => line.includes('"route":"/api/'))
const decisions = async () => (await listAuditRows(market.server)).map(({ to_value }) => to_value)

test('while working offline no tab or worker uses the network; "Go online" sends each change once', async () => {
  const [name = '', other = ''] = await pendingNames(page, 2)
  const { page: second } = await openPage(market.context, DESKTOP)
  await second.goto(`${url}/dashboard`)
  await waitForStatus(second, 'Online')
  await workOffline()
  await waitForStatus(second, 'Working offline')
  const before = listCalls().length
  expect(before).toBeGreaterThan(0)

  await decide(second, name, 'Accept')
  await waitForToast(second, 'Saved on this device. It is sent when you go back online.')
  await waitForStatus(page, 'Working offline · 1 waiting')
  await second.goto('about:blank')
  await wakeWorker(page, url)
  await page.goto(`${url}/dashboard`)
  await page.getByText(/^Saved copy from/).waitFor()
  await boardCard(page, name).getByText('Waiting').waitFor()
  await decide(page, other, 'Cancel')
  await waitForStatus(page, 'Working offline · 2 waiting')

  await market.device.stop()
  ;({ page } = await openPage(await market.device.start(), PHONE))
  await page.goto(`${url}/dashboard`)
  await page.getByText(/^Saved copy from/).waitFor()
  await waitForStatus(page, 'Working offline · 2 waiting')
  expect(listCalls()).toHaveLength(before)
  expect(await decisions()).toEqual([])

  await goOnline(page)
  await waitForStatus(page, 'Online')
  await page.getByText(/^Saved copy from/).waitFor({ state: 'detached' })
  expect((await decisions()).sort()).toEqual(['approved', 'rejected'])
})

test('without a network the outbox can be saved as a file with each change and without a token', async () => {
  const [name = ''] = await pendingNames(page, 1)
  const token = await page.evaluate(() => localStorage.getItem('token') ?? 'nobody is signed in')
  await market.network.cut()
  await decide(page, name, 'Accept')
  await status(page).getByText('1 waiting').waitFor()
  await status(page).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as a file' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^outbox-\d{4}-\d\d-\d\d-\d{4}\.json$/)
  const text = await readFile(await download.path(), 'utf8')
  expect(JSON.parse(text)).toMatchObject({
    product: 'Property Marketplace',
    changes: [{ what: 'Approve', listing: { name }, key: expect.any(String) }],
  })
  expect(text).not.toContain(token)
})

test('a sign-out while working offline needs a confirmation, and the next sign-in needs "Go online"', async () => {
  await workOffline()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  const told = page.getByRole('alertdialog', { name: 'Sign out while working offline?' })
  await told.getByText(/To come back, this device has to go online first/).waitFor()
  await told.getByRole('button', { name: 'Sign out' }).click()
  const question = page.getByRole('dialog', { name: 'Sign out?' })
  await question.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${url}/login`)

  await page.getByLabel('Email').fill(market.server.operator.email)
  await page.getByLabel('Password', { exact: true }).fill(market.server.operator.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByText(NEEDS_NETWORK).first().waitFor()
  await goOnline(page)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(`${url}/dashboard`)
  await waitForStatus(page, 'Online')
})
