import { expect } from 'vitest'
import { FILE, sharedMarketTest } from '#tests/browser/pages/market-test.ts'
import { getListingNamed, listAuditRows } from '#tests/browser/pages/marketplace.ts'
import {
  boardCard,
  decide,
  installWorker,
  pendingNames,
  signIn,
  waitForStatus,
  waitForToast,
} from '#tests/browser/pages/panel-page.ts'
import { type Fault, startFaultProxy } from '#tests/support/network/fault-proxy.ts'

// Network faults on single requests: each decision has exactly one effect, and the screen shows the right messages.

const SAVED = 'Saved on this device. It is sent when the server can be reached.'

const test = sharedMarketTest
  .extend('network', FILE, async ({ server }, { onCleanup }) => {
    const network = await startFaultProxy(Number(new URL(await server.listen()).port))
    onCleanup(network.close)
    return network
  })
  /** The name of a pending listing on the operator's board. */
  .extend('pending', async ({ network, page, server, url }, { onCleanup }) => {
    onCleanup(() => {
      network.setFate(null)
      network.release()
    })
    await signIn(page, url, server.operator)
    await installWorker(page)
    await waitForStatus(page, 'Online')
    const [name = ''] = await pendingNames(page, 1)
    return name
  })
  .extend('harm', ({ network }) => (fault: Fault, isHarmed: typeof isApi) => {
    network.setFate(({ method, path }) => ({ fault: isHarmed(method, path) ? fault : 'none' }))
  })
  /** Ends the fault and dispatches `online` as a phone does, so that the app checks the connection at once. */
  .extend('heal', ({ network, page }) => async () => {
    network.setFate(null)
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
  })
  /** Reads the status, version and audited decisions of a listing on the server. */
  .extend('effectsOn', ({ server }) => async (name: string) => {
    const { id, status, version } = await getListingNamed(server, name)
    const rows = (await listAuditRows(server)).filter((row) => row.entity_id === id)
    return { status: status ?? 'pending', version, done: rows.map(({ to_value }) => to_value) }
  })
  /** Lists the requests with a decision about a listing. */
  .extend('triesOn', ({ network, server }) => async (name: string) => {
    const { id } = await getListingNamed(server, name)
    return network.changes.filter(({ path }) => path.includes(id))
  })

const isApi = (_method: string, path: string) => path.startsWith('/api/')
const isChange = (method: string) => method === 'PATCH'

const PENDING = { status: 'pending', version: 1, done: [] }
const APPROVED = { status: 'approved', version: 2, done: ['approved'] }

test.for<[fault: Fault, words: string, meanwhile: typeof APPROVED | typeof PENDING]>([
  ['cut-request', 'that is cut before it reaches the server', PENDING],
  ['cut-answer', 'whose answer is lost after the server has applied it', APPROVED],
  ['truncate', 'whose answer breaks off in the middle', APPROVED],
  ['portal', 'that a captive portal answers with its page', PENDING],
  ['redirect', 'that is redirected', PENDING],
])(
  'with the fault %s, an approval %s is shown as waiting and has one effect',
  { tags: ['long'] },
  async ([fault, , meanwhile], { page, pending: name, harm, heal, effectsOn, triesOn }) => {
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
    expect(keys).toEqual(keys.map(() => expect.any(String)))
    expect(new Set(keys).size).toBe(1)
  },
)

test('an approval that a busy server refuses is reported as failed, and takes effect once when it is retried', {
  tags: ['long'],
}, async ({ page, pending: name, harm, heal, effectsOn }) => {
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

test('an approval that the network delivers twice shows one success and has one effect', async ({
  page,
  pending: name,
  harm,
  effectsOn,
}) => {
  harm('twice', isChange)
  await decide(page, name, 'Accept')
  await waitForToast(page, 'Property approved!')
  await waitForStatus(page, 'Online')
  expect(await effectsOn(name)).toEqual(APPROVED)
})

test('a decision whose answer is late delays no other decision, and is announced when the answer arrives', {
  tags: ['long'],
}, async ({ network, page, pending: late, harm, effectsOn, triesOn }) => {
  const [, soon = ''] = await pendingNames(page, 2)
  harm('hold', isChange)
  await decide(page, late, 'Accept')
  await boardCard(page, late).getByText('Sending…').waitFor()
  network.setFate(null)
  await decide(page, soon, 'Cancel')
  await waitForToast(page, 'Property rejected!')
  await waitForStatus(page, 'Sending 1')
  // The first request is still pending, and the second decision did not wait for it.
  expect(await triesOn(late)).toHaveLength(1)
  expect(await page.getByText('Property approved!').count()).toBe(0)

  network.release()
  await waitForToast(page, 'Property approved!')
  await waitForStatus(page, 'Online')
  expect(await effectsOn(late)).toEqual(APPROVED)
  expect(await effectsOn(soon)).toEqual({ status: 'rejected', version: 2, done: ['rejected'] })
})

test('no part of the account page is shown before the parts above it have loaded', {
  tags: ['long'],
}, async ({ network, page, pending: _opened, url, harm }) => {
  const devices = page.getByRole('heading', { name: 'Devices', includeHidden: true })
  harm('hold', (_method, path) => path.startsWith('/api/auth/passkeys'))
  await page.goto(`${url}/dashboard?section=account`)
  await page.getByText('Loading your passkeys...').waitFor()
  await devices.waitFor({ state: 'attached' })
  expect(await devices.isVisible()).toBe(false)

  network.release()
  await devices.waitFor()
})
