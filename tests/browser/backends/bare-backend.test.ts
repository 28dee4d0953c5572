import { expect } from 'vitest'
import { BARE_OPERATOR } from '#mocks/bare-accounts.ts'
import { type BareServer, startBareServer } from '#mocks/bare-server.ts'
import { deviceTest } from '#tests/browser/pages/market-test.ts'
import {
  boardCard,
  comeBackOnline,
  decide,
  findInTable,
  installWorker,
  killSignedIn,
  signIn,
  waitForStatus,
  waitForToast,
} from '#tests/browser/pages/panel-page.ts'
import { openPage, PHONE } from '#tests/support/browser/device.ts'
import { startLoopbackProxy } from '#tests/support/network/loopback-proxy.ts'

// An operator's day on a bare backend, which has no versions, idempotency keys or deltas.

const ACCEPTED = 'Sea-view 3 BHK in Bandra West'
const REJECTED = 'PG for professionals in Hinjawadi'
const CHANGED = 'Park-facing 2 BHK in Baner'
const DELETED = 'Main-road shop in Dadar West'
const LATER = ['Lake house in Powai', 'Row house in Wakad', 'Office in Andheri']

const test = deviceTest
  .extend('bare', async ({ distDir }, { onCleanup }) => {
    const bare = await startBareServer({ port: 0, distDir })
    onCleanup(bare.close)
    LATER.forEach((propertyName, index) => {
      const record = { propertyName, saleType: 'Sell', propertyPrice: 100_000, status: 'pending' }
      bare.backend.data.properties.push({ ...record, _id: `later-${index}` })
    })
    return bare
  })
  .extend('network', async ({ bare }, { onCleanup }) => {
    const network = await startLoopbackProxy(Number(new URL(bare.url).port))
    onCleanup(network.close)
    return network
  })

/** The changes that the backend received, by listing, in order of arrival. */
function listArrivals({ requests }: BareServer): Record<string, string[]> {
  const arrivals: Record<string, string[]> = {}
  for (const { method, path, body } of requests) {
    if (method !== 'PATCH' && method !== 'DELETE') continue
    const id = path.split('/')[3] ?? ''
    const words = method === 'DELETE' ? 'delete' : JSON.stringify(body)
    arrivals[id] = [...(arrivals[id] ?? []), words]
  }
  return arrivals
}

const statusBody = (status: string) => JSON.stringify({ status })

test('on a bare backend every decision arrives once and in order, although the network is cut and the browser killed', async ({
  page,
  url,
  device,
  network,
  bare,
}) => {
  await signIn(page, url, BARE_OPERATOR)
  await installWorker(page)
  await page.locator('[data-value="184500"]').waitFor()
  await decide(page, ACCEPTED, 'Accept')
  await waitForToast(page, 'Property approved!')
  await decide(page, REJECTED, 'Cancel')
  await waitForToast(page, 'Property rejected!')

  await findInTable(page, url, CHANGED)
  await page.getByLabel(`Status of ${CHANGED}`).selectOption('pending')
  await waitForToast(page, 'Status updated successfully!')
  await findInTable(page, url, DELETED)
  await page.getByRole('button', { name: `Delete ${DELETED}` }).click()
  await page.getByText('Are you sure you want to permanently delete this property?').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await waitForToast(page, 'Property deleted permanently.')

  const [twice = '', approved = '', rejected = ''] = LATER
  const read = page.waitForEvent('requestfinished', (request) =>
    request.url().endsWith('/admin/dashboard-stats'),
  )
  await page.goto(`${url}/dashboard`)
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

  await killSignedIn(device, page)
  const { page: later } = await openPage(await device.start(), PHONE)
  await later.goto(`${url}/dashboard`)
  await waitForStatus(later, 'Offline · 4 waiting')
  await comeBackOnline(network, later)
  await waitForStatus(later, 'Online')

  expect(listArrivals(bare)).toEqual({
    '665f0b1ca1b2c3d4e5f60701': [statusBody('approved')],
    '665f0b1ca1b2c3d4e5f60703': [statusBody('rejected')],
    '665f0b1ca1b2c3d4e5f60702': [statusBody('pending')],
    '665f0b1ca1b2c3d4e5f60704': ['delete'],
    'later-0': [statusBody('approved'), statusBody('rejected')],
    'later-1': [statusBody('approved')],
    'later-2': [statusBody('rejected')],
  })
  await later.reload()
  for (const [name, words] of [
    [ACCEPTED, 'Approved'],
    [REJECTED, 'Rejected'],
    [twice, 'Rejected'],
    [approved, 'Approved'],
    [rejected, 'Rejected'],
  ] as const) {
    await boardCard(later, name).getByText(words).waitFor()
  }
})
