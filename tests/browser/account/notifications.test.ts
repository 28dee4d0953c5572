// @module-tag long
import type { CDPSession, Worker } from 'playwright-core'
import { expect } from 'vitest'
import { openEventsAs } from '#tests/browser/pages/account-page.ts'
import { deviceTest } from '#tests/browser/pages/market-test.ts'

// Delivers a push message to the real build's worker through the debugger. The test's browser cannot display
// notifications or click one, so the test records what the worker wants to show and to open, and dispatches the click.

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

const test = deviceTest
  .extend('worker', async ({ context, page, server, url }) => {
    await openEventsAs(page, url, server.demoUser)
    const [worker] = context.serviceWorkers()
    if (!worker) throw new Error('the page has no worker')
    await recordRequests(worker)
    return worker
  })
  /** Returns what the worker wanted to show and to open since the last call. */
  .extend('takeAsked', ({ worker }) => () => {
    return worker.evaluate(() => (globalThis as object as Recorder).asked.splice(0))
  })

test('a push shows a notification without names, and a tag lets a repeated push replace the notification', async ({
  context,
  page,
  url: origin,
  takeAsked,
}) => {
  const debug = await context.newCDPSession(page)
  const registrationId = await findRegistration(debug, origin)
  const data = JSON.stringify({ kind: 'decision', id: 'a'.repeat(24) })
  await debug.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  await expect
    .poll(takeAsked)
    .toEqual([JSON.stringify(['There is news about one of your listings', { tag: data }])])
})

test('a press on a notification closes it and opens the messages', async ({
  page,
  url,
  worker,
  takeAsked,
}) => {
  await worker.evaluate(pressNotification)
  const [closed, address = ''] = await takeAsked()
  expect(closed).toBe('closed')
  await page.goto(new URL(address, url).href)
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
