import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { AppWindow } from '#src/app/updates/newest-build.ts'
import { recoverPage } from '#src/app/updates/stale-page.ts'
import { holdPage } from '#src/storage/page-hold.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'

// A part of the page that could not be shown: when a reload is tried, and when it is not.

const pageOf = (build: string) =>
  `<!doctype html><script type="module" src="/assets/index-${build}.js"></script><div id="root"></div>`

beforeEach(() => sessionStorage.clear())

/** A tab with a page of a build; what a reload would bring, and how often it was reloaded. */
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
  return { window: parts as unknown as AppWindow, reload, update } // the parts that are looked at
}

const serve = (build: string) => async () => new Response(pageOf(build))

test('a page of a build that is gone is reloaded once: the next one is there', async () => {
  const { window, reload } = openTab('old00000', serve('new00000'))
  expect(await recoverPage(window)).toBe('reloading')
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a page that fails again is not reloaded again, so that a broken deploy makes no loop', async () => {
  const { window } = openTab('old00000', serve('new00000'))
  await recoverPage(window)
  // Two servers with two builds: the reload brought the old one back.
  const again = openTab('old00000', serve('new00000'))
  expect(await recoverPage(again.window)).toBe('in-vain')
  expect(again.reload).not.toHaveBeenCalled()
})

test('a later deploy finds the guard open again', async () => {
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

test('another build has a reload of its own', async () => {
  await recoverPage(openTab('old00000', serve('new00000')).window)
  const next = openTab('new00000', serve('third000'))
  expect(await recoverPage(next.window)).toBe('reloading')
})

test('nothing is reloaded where the same build would come again, and the worker looks for a newer one', async () => {
  const { window, reload, update } = openTab('old00000', serve('old00000'))
  expect(await recoverPage(window)).toBe('in-vain')
  expect(reload).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(update).toHaveBeenCalledTimes(1))
})

describe('without an answer of this app nothing is reloaded:', () => {
  test.each<[string, () => Promise<Response>]>([
    ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a server in trouble', async () => new Response('', { status: 503 })],
    [
      'a page of somebody else',
      async () => new Response('<!doctype html><p>Welcome to our Wi-Fi</p>'),
    ],
  ])('%s', async (_words, answer) => {
    const { window, reload } = openTab('old00000', answer)
    expect(await recoverPage(window)).toBe('unreachable')
    expect(reload).not.toHaveBeenCalled()
  })
})

test('a decision that is just being written down is on the device before the reload', async () => {
  const { window, reload } = openTab('old00000', serve('new00000'))
  let written = () => {}
  const work = new Promise<void>((resolve) => {
    written = resolve
  })
  void holdPage(work)
  const recovery = recoverPage(window)
  await new Promise((resolve) => setTimeout(resolve))
  expect(reload).not.toHaveBeenCalled()
  written()
  expect(await recovery).toBe('reloading')
})

test('where it cannot be noted that a page was reloaded, it is not', async () => {
  expectConsole('warn', /Without storage nobody can tell/)
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
