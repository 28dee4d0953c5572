import type { Worker } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage, PHONE } from '#tests/support/device.ts'
import { openEventsAs } from './account-page.ts'
import { type Marketplace, openMarketplace } from './marketplace.ts'

// The worker of the real build gets what a push service would send, through the browser's protocol. The
// test's browser has no place for notifications, so the test records what the worker asks it to show.

let market: Marketplace

beforeAll(async () => {
  market = await openMarketplace()
})
afterAll(() => market.close())

interface Recorder {
  shown: string[]
  registration: { showNotification(title: string, options: object): Promise<void> }
}

async function recordShown(worker: Worker) {
  await worker.evaluate(() => {
    // The global scope of the worker, with the list that this test adds.
    const scope = globalThis as object as Recorder
    scope.shown = []
    scope.registration.showNotification = async (title, options) => {
      scope.shown.push(JSON.stringify([title, options]))
    }
  })
  return () => worker.evaluate(() => (globalThis as object as Recorder).shown)
}

test('a push shows a notification that names nobody, and one sent twice replaces its own', async () => {
  const { context, network, server } = market
  const { page } = await openPage(context, PHONE)
  await openEventsAs(page, network.url, server.demoUser)
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('the page has no worker')
  const listShown = await recordShown(worker)
  const debug = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    debug.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${network.url}/`)
      if (own) resolve(own.registrationId)
    })
  })
  await debug.send('ServiceWorker.enable')
  const registrationId = await registered
  const data = JSON.stringify({ kind: 'decision', id: 'a'.repeat(24) })
  await debug.send('ServiceWorker.deliverPushMessage', {
    origin: network.url,
    registrationId,
    data,
  })
  await expect
    .poll(listShown)
    .toEqual([JSON.stringify(['There is news about one of your listings', { tag: data }])])
})
