import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { createDevice, DESKTOP, type Device, openPage, PHONE } from '#tests/support/device.ts'
import { type LoopbackProxy, startLoopbackProxy } from '#tests/support/loopback-proxy.ts'
import { startTestServer, type TestServer } from '#tests/support/server-fixture.ts'
import {
  boardCard,
  decide,
  pendingNames,
  signIn,
  status,
  waitForWorker,
  wakeWorker,
} from './panel-page.ts'

// The whole story in a real browser against the real server, with a network between them that can be cut.

let server: TestServer
let network: LoopbackProxy
let device: Device
let context: BrowserContext
let page: Page
let noise: string[]

beforeEach(async () => {
  server = await startTestServer({ seed: 'demo', isClockRunning: true, distDir: inject('distDir') })
  network = await startLoopbackProxy(Number(new URL(await server.listen()).port))
  device = await createDevice()
  context = await device.start()
})

afterEach(async () => {
  await device.dispose()
  await network.close()
  await server.close()
})

/** Signs in, and opens the panel as it is opened from then on: on another day, from the home screen. */
async function open(size = PHONE) {
  ;({ page } = await openPage(context, size))
  await signIn(page, network.url, server.operator)
  await waitForWorker(page)
  await device.stop()
  await reopen(size)
}

async function reopen(size = PHONE) {
  context = await device.start()
  ;({ page, noise } = await openPage(context, size))
  await page.goto(`${network.url}/dashboard`)
}

/** A refused request is said by the browser itself, whatever the app does. */
const withoutNetworkNoise = () => noise.filter((text) => !/net::ERR|Could not load/.test(text))

const listingNamed = (name: string) =>
  server.db
    .selectFrom('listings')
    .select(['id', 'status', 'version'])
    .where('name', '=', name)
    .executeTakeFirst()

/** What the server noted about listings, oldest first. */
const auditRows = () =>
  server.db
    .selectFrom('audit_log')
    .select(['action', 'entity_id', 'from_value', 'to_value', 'idempotency_key'])
    .where('entity', '=', 'listing')
    .orderBy('id')
    .execute()

/** Waits until the header says so. */
async function says(words: string) {
  const read = async () => (await status(page).count()) && (await status(page).textContent())
  await expect.poll(read, { timeout: 30_000 }).toBe(words)
}

async function toast(text: string) {
  await page.getByText(text, { exact: true }).first().waitFor()
}

describe.each([
  ['on a phone', PHONE],
  ['on a desktop', DESKTOP],
])('%s', (_name, size) => {
  test('an operator signs in, reads the figures and decides; every decision is on the server', async () => {
    await open(size)
    await page.locator('[data-value="140"]').waitFor()
    const [accepted = '', rejected = ''] = await pendingNames(page, 2)

    await decide(page, accepted, 'Accept')
    await toast('Property approved!')
    await boardCard(page, accepted).getByText('Approved').waitFor()
    expect(await listingNamed(accepted)).toMatchObject({ status: 'approved', version: 2 })

    await decide(page, rejected, 'Cancel')
    await toast('Property rejected!')
    expect(await listingNamed(rejected)).toMatchObject({ status: 'rejected', version: 2 })

    await page.goto(`${network.url}/dashboard?section=property`)
    await page.getByRole('searchbox').fill(accepted)
    const select = page.getByLabel(`Status of ${accepted}`)
    await select.waitFor()
    expect(await select.inputValue()).toBe('approved')
    await select.selectOption('pending')
    await toast('Status updated successfully!')

    await page.getByRole('searchbox').fill(rejected)
    await page.getByRole('button', { name: `Delete ${rejected}` }).click()
    await page.getByText('Are you sure you want to permanently delete this property?').waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await toast('Property deleted permanently.')
    expect(await listingNamed(rejected)).toBeUndefined()

    expect((await auditRows()).map(({ action, to_value }) => [action, to_value])).toEqual([
      ['status', 'approved'],
      ['status', 'rejected'],
      ['status', 'pending'],
      ['delete', null],
    ])
    expect(noise).toEqual([])
  })
})

test('five reviews without a network survive a reload and a killed browser, and arrive once, in order', async () => {
  await open()
  const names = await pendingNames(page, 5)
  await network.cut()

  await page.reload()
  await says('Offline')
  expect(await page.evaluate(() => navigator.onLine)).toBe(true)
  for (const [index, name] of names.entries()) {
    await decide(page, name, index % 2 === 0 ? 'Accept' : 'Cancel')
    await status(page)
      .getByText(`${index + 1} waiting`)
      .waitFor()
  }

  await device.kill()
  await reopen()
  await says('Offline · 5 waiting')
  expect(await auditRows()).toEqual([])
  await page.goto(`${network.url}/dashboard?section=outbox`)
  await page.getByRole('button', { name: 'Undo' }).nth(4).waitFor()

  await network.heal()
  await page.getByText('Nothing is waiting').waitFor()
  await toast('5 changes sent.')
  const rows = await auditRows()
  expect(rows).toHaveLength(5)
  expect(new Set(rows.map((row) => row.idempotency_key)).size).toBe(5)
  for (const [index, name] of names.entries()) {
    const expected = index % 2 === 0 ? 'approved' : 'rejected'
    expect(await listingNamed(name)).toMatchObject({ status: expected, version: 2 })
  }
  expect(withoutNetworkNoise()).toEqual([])
})

test("the same under the browser's own offline switch", async () => {
  await open()
  const names = await pendingNames(page, 5)
  await context.setOffline(true)
  await page.reload()
  await says('Offline')
  for (const name of names) await decide(page, name, 'Accept')
  await says('Offline · 5 waiting')

  // A browser that ends takes its switch along: until it is set again, the network itself is gone.
  await network.cut()
  await device.kill()
  context = await device.start()
  ;({ page, noise } = await openPage(context, PHONE))
  await context.setOffline(true)
  await page.goto(`${network.url}/dashboard`)
  await says('Offline · 5 waiting')
  await boardCard(page, names[0] ?? '')
    .getByText('Approved')
    .waitFor()

  // Not before: the switch of a page does not hold for the worker, which may be woken at any moment and send.
  await network.heal()
  await context.setOffline(false)
  await says('Online')
  expect((await auditRows()).map(({ to_value }) => to_value)).toEqual(Array(5).fill('approved'))
  expect(withoutNetworkNoise()).toEqual([])
})

test('two changes of one listing arrive in the order in which they were made', async () => {
  await open()
  const [name = ''] = await pendingNames(page, 1)
  // A read that is refused would say so before the first decision is tried, and the two would fold into one.
  await page.waitForLoadState('networkidle')
  await network.cut()
  await decide(page, name, 'Accept')
  await page
    .getByText(/Saved on this device/)
    .first()
    .waitFor()
  await decide(page, name, 'Cancel')
  await network.heal()
  await says('Online')
  expect((await auditRows()).map(({ to_value }) => to_value)).toEqual(['approved', 'rejected'])
})

test('with no page of the app open, the worker alone sends what waits', async () => {
  await open()
  const names = await pendingNames(page, 3)
  await network.cut()
  await page.reload()
  await says('Offline')
  for (const name of names) await decide(page, name, 'Accept')
  await says('Offline · 3 waiting')

  const { page: plain } = await openPage(context, PHONE)
  await page.close()
  await network.heal()
  await plain.goto(`${network.url}/api/healthz`)
  await wakeWorker(plain, network.url)
  await expect.poll(async () => (await auditRows()).length, { timeout: 20_000 }).toBe(3)
})
