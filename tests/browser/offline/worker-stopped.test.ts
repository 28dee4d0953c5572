import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { faultyTest as test } from '#tests/browser/pages/market-test.ts'
import { getListingNamed, listAuditRows } from '#tests/browser/pages/marketplace.ts'
import {
  decide,
  installWorker,
  pendingNames,
  readDeviceStorage,
  signIn,
  stopWorkers,
  waitForStatus,
  wakeWorker,
} from '#tests/browser/pages/panel-page.ts'
import { openPage, PHONE } from '#tests/support/browser/device.ts'

// With no page open, the browser starts the worker to send changes, and may stop it at any time.

test('a worker stopped while answers are pending sends the changes again, each with one effect', {
  tags: ['long'],
}, async ({ context, network, page, server, url }) => {
  await signIn(page, url, server.operator)
  await installWorker(page)
  const names = await pendingNames(page, 3)
  await network.cut()
  // Reloads without a network, so that the page does not try any change before the worker does.
  await page.reload()
  await waitForStatus(page, 'Offline')
  for (const [index, name] of names.entries()) {
    await decide(page, name, 'Accept')
    await waitForStatus(page, `Offline · ${index + 1} waiting`)
  }
  // A page of the same origin without the app, whose debugger can reach the worker.
  const { page: plain } = await openPage(context, PHONE)
  await page.close()
  await network.heal()
  await plain.goto(`${url}/favicon.svg`)

  network.setFate(({ method }) => ({ fault: method === 'PATCH' ? 'hold' : 'none' }))
  await wakeWorker(plain, url)
  await expect.poll(() => network.heldCount(), { timeout: 30_000 }).toBe(3)
  await stopWorkers(plain)
  network.setFate(null)
  network.release()
  await wakeWorker(plain, url)
  const tries = () => network.changes.filter(({ method }) => method === 'PATCH')
  await expect.poll(() => listUnconfirmed(plain), { timeout: 30_000 }).toEqual([])
  expect(tries()).toHaveLength(6)

  for (const name of names) {
    const { id } = await getListingNamed(server, name)
    const rows = (await listAuditRows(server)).filter(({ entity_id }) => entity_id === id)
    expect(rows).toMatchObject([{ to_value: 'approved' }])
    const own = tries().filter(({ path }) => path.includes(id))
    expect(own).toHaveLength(2)
    expect(new Set(own.map(({ key }) => key)).size).toBe(1)
  }
})

/** The unconfirmed changes in the outbox, read without an app page that could send them. */
async function listUnconfirmed(plain: Page): Promise<unknown[]> {
  const { databases } = await readDeviceStorage(plain)
  const changes = databases['outbox']?.['changes'] as { state: string }[] | undefined // every change has a state
  return changes?.filter(({ state }) => state !== 'acked') ?? ['no outbox']
}
