import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { AppWindow } from '#src/app/updates/newest-build.ts'
import { recoverPage } from '#src/app/updates/stale-page.ts'
import { holdPage } from '#src/storage/page-hold.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { createGate } from '#tests/support/outbox/drain-device.ts'

const BUSY = { timeout: 20_000 } // a busy machine takes longer than the default second

// When a page's code fails to load, the page reloads if the server has another build.

const pageOf = (build: string) =>
  `<!doctype html><script type="module" src="/assets/index-${build}.js"></script><div id="root"></div>`

const serve = (build: string) => async () => new Response(pageOf(build))

beforeEach(() => sessionStorage.clear())

/** A tab with a page of an old build. `answer` returns the page that the server has now: a new build. */
function openTab(answer = serve('new00000'), build = 'old00000') {
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

test('a page of an outdated build is reloaded, but not twice within a minute, so that a broken deploy causes no loop', async () => {
  const { window, reload } = openTab()
  expect(await recoverPage(window)).toBe('reloading')
  expect(reload).toHaveBeenCalledTimes(1)
  // The reload loaded the old page again, as behind a load balancer whose servers have different builds.
  const again = openTab()
  expect(await recoverPage(again.window)).toBe('in-vain')
  expect(again.reload).not.toHaveBeenCalled()
})

test('a page of the same build may be reloaded again a minute later', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  await recoverPage(openTab().window)
  vi.setSystemTime(Date.now() + 60_001)
  expect(await recoverPage(openTab().window)).toBe('reloading')
})

test('after a reload, a page of another outdated build is reloaded at once', async () => {
  await recoverPage(openTab().window)
  const next = openTab(serve('third000'), 'new00000')
  expect(await recoverPage(next.window)).toBe('reloading')
})

test('a page of the current build is not reloaded, but its service worker checks for a newer build', async () => {
  const { window, reload, update } = openTab(serve('old00000'))
  expect(await recoverPage(window)).toBe('in-vain')
  expect(reload).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(update).toHaveBeenCalledTimes(1), BUSY)
})

test.each<[string, () => Promise<Response>]>([
  ['there is no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the server has an error', async () => new Response('', { status: 503 })],
  ['another server answers', async () => new Response('<!doctype html><p>Our Wi-Fi</p>')],
])('a page is not reloaded if %s', async (_why, answer) => {
  const { window, reload } = openTab(answer)
  expect(await recoverPage(window)).toBe('unreachable')
  expect(reload).not.toHaveBeenCalled()
})

test('a reload waits for work that holds the page, such as storing a decision', async () => {
  const { window, reload } = openTab()
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
  vi.spyOn(Storage.prototype, 'getItem').mockImplementationOnce(() => {
    throw new DOMException('closed', 'SecurityError')
  })
  const { window, reload } = openTab()
  expect(await recoverPage(window)).toBe('in-vain')
  expect(reload).not.toHaveBeenCalled()
})
