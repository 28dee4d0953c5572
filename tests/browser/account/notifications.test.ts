import type { CDPSession, Page, Worker } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEventsAs } from '#tests/browser/pages/account-page.ts'
import { type Marketplace, openMarketplace } from '#tests/browser/pages/marketplace.ts'
import { openPage, PHONE } from '#tests/support/browser/device.ts'

// Delivers a push message to the real build's worker through the debugger. The test's browser cannot display
// notifications or click one, so the test records what the worker wants to show and to open, and dispatches the click.

let market: Marketplace
let page: Page
let worker: Worker

beforeAll(async () => {
  market = await openMarketplace()
  const { context, network, server } = market
  ;({ page } = await openPage(context, PHONE))
  await openEventsAs(page, network.url, server.demoUser)
  const [found] = context.serviceWorkers()
  if (!found) throw new Error('the page has no worker')
  worker = found
  await recordRequests(worker)
})
afterAll(() => market.close())

interface Recorder {
  asked: string[]
  registration: { showNotification(title: string, options: object): Promise<void> }
  clients: { openWindow(address: string): Promise<null> }
}

async function recordRequests(worker: Worker): Promise<void> {
  await worker.evaluate(() => {
    // The worker's global scope with the list that this test adds.
    const scope = globalThis as object as Recorder
    scope.asked = []
    scope.registration.showNotification = async (title, options) => {
      scope.asked.push(JSON.stringify([title, options]))
    }
    // A browser opens windows only after a real click on a notification.
    scope.clients.openWindow = async (address) => {
      scope.asked.push(address)
      return null
    }
  })
}

const takeAsked = () => worker.evaluate(() => (globalThis as object as Recorder).asked.splice(0))

test('a push shows a notification without names, and a tag lets a repeated push replace the notification', async () => {
  const debug = await market.context.newCDPSession(page)
  const origin = market.network.url
  const registrationId = await findRegistration(debug, origin)
  const data = JSON.stringify({ kind: 'decision', id: 'a'.repeat(24) })
  await debug.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  await expect
    .poll(takeAsked)
    .toEqual([JSON.stringify(['There is news about one of your listings', { tag: data }])])
})

test('a press on a notification closes it and opens the messages', async () => {
  await worker.evaluate(pressNotification)
  const [closed, address = ''] = await takeAsked()
  expect(closed).toBe('closed')
  await page.goto(new URL(address, market.network.url).href)
  await page.getByRole('heading', { name: 'Messages' }).waitFor()
})

/** Runs in the worker. A scripted event lacks `notification` and `waitUntil`, so both are added. */
function pressNotification(): void {
  const scope = globalThis as object as Recorder
  const press = new Event('notificationclick')
  Object.assign(press, {
    notification: { close: () => scope.asked.push('closed') },
    waitUntil: () => undefined,
  })
  dispatchEvent(press)
}

async function findRegistration(debug: CDPSession, origin: string): Promise<string> {
  const registered = new Promise<string>((resolve) => {
    debug.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`)
      if (own) resolve(own.registrationId)
    })
  })
  await debug.send('ServiceWorker.enable')
  return registered
}
