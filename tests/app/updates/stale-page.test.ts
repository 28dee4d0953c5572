import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { AppWindow } from '#src/app/updates/newest-build.ts'
import { recoverPage } from '#src/app/updates/stale-page.ts'
import { holdPage } from '#src/storage/page-hold.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { createGate } from '#tests/support/outbox/drain-device.ts'

// When a page's code fails to load, the page reloads if the server has another build.

const pageOf = (build: string) =>
  `<!doctype html><script type="module" src="/assets/index-${build}.js"></script><div id="root"></div>`

beforeEach(() => sessionStorage.clear())

/** A tab with a page of the given build. `answer` returns the page that the server has now. */
function openTab(build: string, answer: () => Promise<Response>) {
  const reload = vi.fn()
  const update = vi.fn(async () => {})
  const parts = {
    document: new DOMParser().parseFromString(pageOf(build), 'text/html'),
    fetch: vi.fn(answer),
    sessionStorage,
    location: { reload },
    navigator: { serviceWorker: { getRegistration: async () => ({ update }) } },
  }
  return { window: parts as unknown as AppWindow, reload, update } // recoverPage uses only these parts
}

const serve = (build: string) => async () => new Response(pageOf(build))

test('a page of an outdated build is reloaded once', async () => {
  const { window, reload } = openTab('old00000', serve('new00000'))
  expect(await recoverPage(window)).toBe('reloading')
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a page of the same build is not reloaded twice within a minute, so that a broken deploy causes no loop', async () => {
  const { window } = openTab('old00000', serve('new00000'))
  await recoverPage(window)
  // The reload loaded the old page again, as behind a load balancer whose servers have different builds.
  const again = openTab('old00000', serve('new00000'))
  expect(await recoverPage(again.window)).toBe('in-vain')
  expect(again.reload).not.toHaveBeenCalled()
})

test('a page of the same build may be reloaded again a minute later', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    await recoverPage(openTab('old00000', serve('new00000')).window)
    vi.setSystemTime(Date.now() + 60_001)
    const later = openTab('old00000', serve('new00000'))
    expect(await recoverPage(later.window)).toBe('reloading')
  } finally {
    vi.useRealTimers()
  }
})

test('after a reload, a page of another outdated build is reloaded at once', async () => {
  await recoverPage(openTab('old00000', serve('new00000')).window)
  const next = openTab('new00000', serve('third000'))
  expect(await recoverPage(next.window)).toBe('reloading')
})

test('a page of the current build is not reloaded, but its service worker checks for a newer build', async () => {
  const { window, reload, update } = openTab('old00000', serve('old00000'))
  expect(await recoverPage(window)).toBe('in-vain')
  expect(reload).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(update).toHaveBeenCalledTimes(1))
})

describe('a page is not reloaded without an answer from this app:', () => {
  test.each<[string, () => Promise<Response>]>([
    ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a server error', async () => new Response('', { status: 503 })],
    [
      'a page of another server',
      async () => new Response('<!doctype html><p>Welcome to our Wi-Fi</p>'),
    ],
  ])('%s', async (_words, answer) => {
    const { window, reload } = openTab('old00000', answer)
    expect(await recoverPage(window)).toBe('unreachable')
    expect(reload).not.toHaveBeenCalled()
  })
})

test('a reload waits for work that holds the page, such as storing a decision', async () => {
  const { window, reload } = openTab('old00000', serve('new00000'))
  const gate = createGate<void>()
  void holdPage(gate.pass())
  const recovery = recoverPage(window)
  await new Promise((resolve) => setTimeout(resolve))
  expect(reload).not.toHaveBeenCalled()
  gate.open()
  expect(await recovery).toBe('reloading')
})

test('a page is not reloaded if sessionStorage, which records reloads, cannot be used', async () => {
  expectConsole('warn', /Without storage, a second reload/)
  const { window, reload } = openTab('old00000', serve('new00000'))
  const closed = {
    getItem() {
      throw new DOMException('closed', 'SecurityError')
    },
  }
  const recovery = recoverPage(Object.assign(window, { sessionStorage: closed }))
  expect(await recovery).toBe('in-vain')
  expect(reload).not.toHaveBeenCalled()
})
