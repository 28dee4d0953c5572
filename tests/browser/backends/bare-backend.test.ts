import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { BARE_OPERATOR } from '#mocks/bare-accounts.ts'
import { type BareServer, startBareServer } from '#mocks/bare-server.ts'
import {
  boardCard,
  comeBackOnline,
  decide,
  findInTable,
  installWorker,
  signIn,
  waitForStatus,
  waitForToast,
} from '#tests/browser/pages/panel-page.ts'
import { createDevice, type Device, openPage, PHONE } from '#tests/support/browser/device.ts'
import { type LoopbackProxy, startLoopbackProxy } from '#tests/support/network/loopback-proxy.ts'

// An operator's day on a bare backend, which has no versions, idempotency keys or deltas.

const ACCEPTED = 'Sea-view 3 BHK in Bandra West'
const REJECTED = 'PG for professionals in Hinjawadi'
const CHANGED = 'Park-facing 2 BHK in Baner'
const DELETED = 'Main-road shop in Dadar West'
const LATER = ['Lake house in Powai', 'Row house in Wakad', 'Office in Andheri']

let bare: BareServer
let network: LoopbackProxy
let device: Device
let page: Page

beforeEach(async () => {
  bare = await startBareServer({ port: 0, distDir: inject('distDir') })
  LATER.forEach((propertyName, index) => {
    const record = { propertyName, saleType: 'Sell', propertyPrice: 100_000, status: 'pending' }
    bare.backend.data.properties.push({ ...record, _id: `later-${index}` })
  })
  network = await startLoopbackProxy(Number(new URL(bare.url).port))
  device = await createDevice()
  await reopen()
  await signIn(page, network.url, BARE_OPERATOR)
  await installWorker(page)
  await device.stop()
  await reopen()
  await page.goto(`${network.url}/dashboard`)
  await boardCard(page, ACCEPTED).waitFor()
})

afterEach(async () => {
  await device.dispose()
  await network.close()
  await bare.close()
})

/** Starts the browser again with the same profile. */
async function reopen(): Promise<void> {
  const context = await device.start()
  ;({ page } = await openPage(context, PHONE))
}

/** The changes that the backend received, by listing, in order of arrival. */
function listArrivals(): Record<string, string[]> {
  const arrivals: Record<string, string[]> = {}
  for (const { method, path, body } of bare.requests) {
    if (method !== 'PATCH' && method !== 'DELETE') continue
    const id = path.split('/')[3] ?? ''
    const words = method === 'DELETE' ? 'delete' : JSON.stringify(body)
    arrivals[id] = [...(arrivals[id] ?? []), words]
  }
  return arrivals
}

const statusBody = (status: string) => JSON.stringify({ status })

test('on a bare backend every decision arrives once and in order, although the network is cut and the browser killed', async () => {
  await page.locator('[data-value="184500"]').waitFor()
  await decide(page, ACCEPTED, 'Accept')
  await waitForToast(page, 'Property approved!')
  await decide(page, REJECTED, 'Cancel')
  await waitForToast(page, 'Property rejected!')

  await findInTable(page, network.url, CHANGED)
  await page.getByLabel(`Status of ${CHANGED}`).selectOption('pending')
  await waitForToast(page, 'Status updated successfully!')
  await findInTable(page, network.url, DELETED)
  await page.getByRole('button', { name: `Delete ${DELETED}` }).click()
  await page.getByText('Are you sure you want to permanently delete this property?').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await waitForToast(page, 'Property deleted permanently.')

  const [twice = '', approved = '', rejected = ''] = LATER
  const read = page.waitForEvent('requestfinished', (request) =>
    request.url().endsWith('/admin/dashboard-stats'),
  )
  await page.goto(`${network.url}/dashboard`)
  await read
  await boardCard(page, twice).waitFor()
  await network.cut()
  // The first decision was sent but not answered, so the next decision is queued after it and does not replace it.
  await decide(page, twice, 'Accept')
  await page
    .getByText(/Saved on this device/)
    .first()
    .waitFor()
  await decide(page, twice, 'Cancel')
  await waitForStatus(page, 'Offline · 2 waiting')
  await page.reload()
  await decide(page, approved, 'Accept')
  await waitForStatus(page, 'Offline · 3 waiting')
  await decide(page, rejected, 'Cancel')
  await waitForStatus(page, 'Offline · 4 waiting')

  await device.kill()
  await reopen()
  await page.goto(`${network.url}/dashboard`)
  await waitForStatus(page, 'Offline · 4 waiting')
  await comeBackOnline(network, page)
  await waitForStatus(page, 'Online')

  expect(listArrivals()).toEqual({
    '665f0b1ca1b2c3d4e5f60701': [statusBody('approved')],
    '665f0b1ca1b2c3d4e5f60703': [statusBody('rejected')],
    '665f0b1ca1b2c3d4e5f60702': [statusBody('pending')],
    '665f0b1ca1b2c3d4e5f60704': ['delete'],
    'later-0': [statusBody('approved'), statusBody('rejected')],
    'later-1': [statusBody('approved')],
    'later-2': [statusBody('rejected')],
  })
  await page.reload()
  for (const [name, words] of [
    [ACCEPTED, 'Approved'],
    [REJECTED, 'Rejected'],
    [twice, 'Rejected'],
    [approved, 'Approved'],
    [rejected, 'Rejected'],
  ] as const) {
    await boardCard(page, name).getByText(words).waitFor()
  }
})

test('the app never sends a version or an idempotency key to a backend without versions', {
  tags: ['long'],
}, async () => {
  await decide(page, ACCEPTED, 'Accept')
  await waitForToast(page, 'Property approved!')
  await page.reload()
  await boardCard(page, ACCEPTED).getByText('Approved').waitFor()
  await decide(page, ACCEPTED, 'Cancel')
  await waitForToast(page, 'Property rejected!')

  expect(bare.requests.filter(({ method }) => method === 'PATCH')).toHaveLength(2)
  const sent = new Set(bare.requests.flatMap(({ headers }) => Object.keys(headers)))
  expect([...sent].filter((name) => /^if-|idempotency|version/.test(name))).toEqual([])
  const queries = bare.requests.map(({ path }) => path).filter((path) => path.includes('?'))
  expect(queries).toEqual([])
})

test('a read that starts before a decision and ends after it does not revert the decision', {
  tags: ['long'],
}, async () => {
  const gate = openGate()
  const begun = openGate()
  await page.route('**/api/admin/dashboard-stats', async (route) => {
    const answer = await route.fetch()
    const { success, data } = await answer.json()
    begun.open()
    await gate.opened
    await route.fulfill({ response: answer, json: { success, data: { ...data, totalUsers: 777 } } })
  })
  await page.reload()
  await begun.opened
  await decide(page, ACCEPTED, 'Accept')
  await waitForToast(page, 'Property approved!')
  const card = boardCard(page, ACCEPTED)
  await card.getByText('Approved').waitFor()
  const shown = await card.evaluateHandle((element) => {
    const words = new Set<string>()
    const read = () => words.add(element.querySelector('.badge')?.textContent ?? '')
    const changes = { subtree: true, childList: true, characterData: true }
    new MutationObserver(read).observe(document.body, changes)
    return words
  })

  gate.open()
  await page.locator('[data-value="777"]').waitFor()
  expect(await shown.evaluate((words) => [...words])).toEqual(['Approved'])
  expect(listArrivals()).toEqual({ '665f0b1ca1b2c3d4e5f60701': [statusBody('approved')] })
})

function openGate(): { opened: Promise<void>; open(): void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}
