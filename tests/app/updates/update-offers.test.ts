import { afterEach, expect, test, vi } from 'vitest'
import { startAppUpdates } from '#src/app/updates/app-updates.ts'
import type { AppWindow } from '#src/app/updates/newest-build.ts'

const BUSY = { timeout: 20_000 } // a busy machine takes longer than the default second

afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

function makeWorker() {
  const scriptURL = new URL('/sw.js', location.href).href
  return Object.assign(new EventTarget(), { scriptURL, state: 'installing' })
}

/** A page controlled by a service worker. `find` begins to install a new worker; `move` changes a worker's state. */
async function openControlledPage(installing: ReturnType<typeof makeWorker> | null) {
  const registration = Object.assign(new EventTarget(), {
    update: async () => undefined,
    installing,
    waiting: null as ReturnType<typeof makeWorker> | null,
  })
  const container = Object.assign(new EventTarget(), {
    controller: makeWorker(),
    register: async () => registration,
  })
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true })
  const fetch = vi.fn(async () => new Response('', { status: 503 }))
  const page = { document, navigator, location, fetch }
  const timers = { setTimeout, clearTimeout, setInterval: () => 0 }
  const updates = startAppUpdates({ ...page, ...timers } as unknown as AppWindow)
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled(), BUSY) // startAppUpdates ends with this request
  const move = (worker: ReturnType<typeof makeWorker>, state: 'installed' | 'redundant') => {
    registration.installing = null
    registration.waiting = state === 'installed' ? worker : null
    worker.state = state
    worker.dispatchEvent(new Event('statechange'))
  }
  return {
    updates,
    move,
    find(): ReturnType<typeof makeWorker> {
      const worker = makeWorker()
      registration.installing = worker
      registration.dispatchEvent(new Event('updatefound'))
      return worker
    },
  }
}

test('a page offers three builds in turn, and withdraws each offer when the worker of that build is discarded', async () => {
  const { updates, find, move } = await openControlledPage(null)
  for (let build = 1; build <= 3; build += 1) {
    const worker = find()
    move(worker, 'installed')
    await vi.waitFor(() => expect(updates.get(), `build ${build}`).toBe('waiting'), BUSY)
    move(worker, 'redundant')
    await vi.waitFor(() => expect(updates.get(), `build ${build}`).toBe('none'), BUSY)
  }
})

test('a page offers a build that another tab began to install before the page was opened', async () => {
  const worker = makeWorker()
  const { updates, move } = await openControlledPage(worker)
  move(worker, 'installed')
  await vi.waitFor(() => expect(updates.get()).toBe('waiting'), BUSY)
})
