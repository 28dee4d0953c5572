// @module-tag long
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { deviceTest } from '#tests/browser/pages/market-test.ts'
import { listAuditRows } from '#tests/browser/pages/marketplace.ts'
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

const test = deviceTest
  .extend('page', async ({ opened: { page }, server, url }) => {
    await signIn(page, url, server.operator)
    await installWorker(page)
    return page
  })
  /** Lists the API calls that reached the server. */
  .extend('listCalls', ({ server }) => () => {
    return server.logged.filter((line) => line.includes('"route":"/api/'))
  })
  .extend('listDecisions', ({ server }) => async () => {
    return (await listAuditRows(server)).map(({ to_value }) => to_value)
  })

async function workOffline(page: Page): Promise<void> {
  await status(page).click()
  await page.getByRole('switch', { name: 'Work offline' }).click()
  await waitForStatus(page, 'Working offline')
}

test('while working offline no tab or worker uses the network; "Go online" sends each change once', async ({
  context,
  device,
  page,
  url,
  listCalls,
  listDecisions,
}) => {
  const [name = '', other = ''] = await pendingNames(page, 2)
  const { page: second } = await openPage(context, DESKTOP)
  await second.goto(`${url}/dashboard`)
  await waitForStatus(second, 'Online')
  await workOffline(page)
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

  await device.stop()
  const { page: again } = await openPage(await device.start(), PHONE)
  await again.goto(`${url}/dashboard`)
  await again.getByText(/^Saved copy from/).waitFor()
  await waitForStatus(again, 'Working offline · 2 waiting')
  expect(listCalls()).toHaveLength(before)
  expect(await listDecisions()).toEqual([])

  await again.getByRole('button', { name: 'Go online' }).click()
  await waitForStatus(again, 'Online')
  await again.getByText(/^Saved copy from/).waitFor({ state: 'detached' })
  expect((await listDecisions()).sort()).toEqual(['approved', 'rejected'])
})

test('without a network the outbox can be saved as a file with each change and without a token', async ({
  network,
  page,
}) => {
  const [name = ''] = await pendingNames(page, 1)
  const token = await page.evaluate(() => localStorage.getItem('token') ?? 'nobody is signed in')
  await network.cut()
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

test('a sign-out while working offline needs a confirmation', async ({ page, url }) => {
  await workOffline(page)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  const told = page.getByRole('alertdialog', { name: 'Sign out while working offline?' })
  await told.getByText(/To come back, this device has to go online first/).waitFor()
  await told.getByRole('button', { name: 'Sign out' }).click()
  const question = page.getByRole('dialog', { name: 'Sign out?' })
  await question.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${url}/login`)
})
