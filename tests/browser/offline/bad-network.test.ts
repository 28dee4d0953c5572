import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  type FaultyMarketplace,
  getListingNamed,
  listAuditRows,
  openFaultyMarketplace,
} from '#tests/browser/pages/marketplace.ts'
import {
  boardCard,
  decide,
  installWorker,
  pendingNames,
  signIn,
  waitForStatus,
  waitForToast,
} from '#tests/browser/pages/panel-page.ts'
import { openPage, PHONE } from '#tests/support/browser/device.ts'
import type { Fault } from '#tests/support/network/fault-proxy.ts'

// Network faults on single requests: each decision has exactly one effect, and the screen shows the right messages.

const SAVED = 'Saved on this device. It is sent when the server can be reached.'

let market: FaultyMarketplace
let page: Page

beforeAll(async () => {
  market = await openFaultyMarketplace()
})

afterEach(async () => {
  market.network.setFate(null)
  market.network.release()
  await page.close()
})

afterAll(() => market.close())

/** Opens a new page for each test, so that no message of the previous test is shown. */
async function open(): Promise<string> {
  ;({ page } = await openPage(market.context, PHONE))
  const { url } = market.network
  await page.goto(`${url}/dashboard`)
  const login = page.getByRole('button', { name: 'Login' })
  await login.or(page.locator('.board-card').first()).first().waitFor()
  if (await login.isVisible()) await signIn(page, url, market.server.operator)
  await installWorker(page)
  await waitForStatus(page, 'Online')
  const [name = ''] = await pendingNames(page, 1)
  return name
}

function harm(fault: Fault, isHarmed: (method: string, path: string) => boolean): void {
  market.network.setFate(({ method, path }) => ({
    fault: isHarmed(method, path) ? fault : 'none',
  }))
}

const isApi = (_method: string, path: string) => path.startsWith('/api/')
const isChange = (method: string) => method === 'PATCH'

/** The status, version and audited decisions of a listing on the server. */
async function effectsOn(name: string) {
  const { id, status, version } = await getListingNamed(market.server, name)
  const rows = (await listAuditRows(market.server)).filter((row) => row.entity_id === id)
  return { status: status ?? 'pending', version, done: rows.map(({ to_value }) => to_value) }
}

/** Every request through the proxy with a decision about a listing. */
async function triesOn(name: string) {
  const { id } = await getListingNamed(market.server, name)
  return market.network.changes.filter(({ path }) => path.includes(id))
}

const PENDING = { status: 'pending', version: 1, done: [] }
const APPROVED = { status: 'approved', version: 2, done: ['approved'] }

/** Ends the fault and dispatches `online` as a phone does, so that the app checks the connection at once. */
async function heal(): Promise<void> {
  market.network.setFate(null)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
}

test.each<[fault: Fault, words: string, meanwhile: typeof APPROVED | typeof PENDING]>([
  ['cut-request', 'that is cut before it reaches the server', PENDING],
  ['cut-answer', 'whose answer is lost after the server has applied it', APPROVED],
  ['truncate', 'whose answer breaks off in the middle', APPROVED],
  ['portal', 'that a captive portal answers with its page', PENDING],
  ['redirect', 'that is redirected', PENDING],
])(
  'with the fault %s, an approval %s is shown as waiting and has one effect',
  { tags: ['long'] },
  async (fault, _words, meanwhile) => {
    const name = await open()
    harm(fault, isApi)
    await decide(page, name, 'Accept')
    await waitForToast(page, SAVED)
    await waitForStatus(page, 'Offline · 1 waiting')
    await boardCard(page, name).getByText('Waiting').waitFor()
    await boardCard(page, name).getByText('Approved').waitFor()
    expect(await page.getByText('Property approved!').count()).toBe(0)
    expect(await effectsOn(name)).toEqual(meanwhile)

    await heal()
    await waitForStatus(page, 'Online')
    await waitForToast(page, '1 change sent.')
    expect(await effectsOn(name)).toEqual(APPROVED)
    const keys = (await triesOn(name)).map(({ key }) => key)
    expect(keys.length).toBeGreaterThan(1)
    expect(new Set(keys).size).toBe(1)
  },
)

test('an approval that a busy server refuses is reported as failed, and takes effect once when it is retried', async () => {
  const name = await open()
  harm('busy', isChange)
  await decide(page, name, 'Accept')
  await waitForToast(page, 'Failed to approve property.')
  await boardCard(page, name).getByText('Approved').waitFor()
  expect(await page.getByText('Property approved!').count()).toBe(0)
  expect(await effectsOn(name)).toEqual(PENDING)

  await heal()
  await waitForToast(page, 'Property approved!')
  await waitForStatus(page, 'Online')
  expect(await effectsOn(name)).toEqual(APPROVED)
})

test('an approval that the network delivers twice shows one success and has one effect', async () => {
  const name = await open()
  harm('twice', isChange)
  await decide(page, name, 'Accept')
  await waitForToast(page, 'Property approved!')
  await waitForStatus(page, 'Online')
  expect(await effectsOn(name)).toEqual(APPROVED)
})

test('a decision whose answer is late delays no other decision, and is announced when the answer arrives', {
  tags: ['long'],
}, async () => {
  await open()
  const [late = '', soon = ''] = await pendingNames(page, 2)
  harm('hold', isChange)
  await decide(page, late, 'Accept')
  await boardCard(page, late).getByText('Sending…').waitFor()
  market.network.setFate(null)
  await decide(page, soon, 'Cancel')
  await waitForToast(page, 'Property rejected!')
  await waitForStatus(page, 'Sending 1')
  // The first request is still pending, and the second decision did not wait for it.
  expect(await triesOn(late)).toHaveLength(1)
  expect(await page.getByText('Property approved!').count()).toBe(0)

  market.network.release()
  await waitForToast(page, 'Property approved!')
  await waitForStatus(page, 'Online')
  expect(await effectsOn(late)).toEqual(APPROVED)
  expect(await effectsOn(soon)).toEqual({ status: 'rejected', version: 2, done: ['rejected'] })
})

test('no part of the account page is shown before the parts above it have loaded', {
  tags: ['long'],
}, async () => {
  await open()
  const devices = page.getByRole('heading', { name: 'Devices', includeHidden: true })
  harm('hold', (_method, path) => path.startsWith('/api/auth/passkeys'))
  await page.goto(`${market.network.url}/dashboard?section=account`)
  await page.getByText('Loading your passkeys...').waitFor()
  await devices.waitFor({ state: 'attached' })
  expect(await devices.isVisible()).toBe(false)

  market.network.release()
  await devices.waitFor()
})
