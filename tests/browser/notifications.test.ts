import type { Worker } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage, PHONE } from '#tests/support/device.ts'
import { openEventsAs } from './account-page.ts'
import { type Marketplace, openMarketplace } from './marketplace.ts'

// Delivers a push message to the real build's worker through the debugger. The test's browser cannot
// display notifications, so the test records what the worker wants to show.

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
    // The worker's global scope with the list that this test adds.
    const scope = globalThis as object as Recorder
    scope.shown = []
    scope.registration.showNotification = async (title, options) => {
      scope.shown.push(JSON.stringify([title, options]))
    }
  })
  return () => worker.evaluate(() => (globalThis as object as Recorder).shown)
}

test('a push shows a notification without names, and a repeated push replaces the notification', async () => {
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
