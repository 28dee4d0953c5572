import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startAppBadge } from '#src/app/app-badge.ts'
import { createQueryClient } from '#src/app/query-client.ts'
import type { Change } from '#src/domain/change.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { savedReadKey } from '#src/query-cache/saved-read-key.ts'
import { createSessionStore } from '#src/session/session-store.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import {
  sampleChange,
  sampleEventChange,
  sampleListing,
} from '#tests/support/outbox/sample-change.ts'
import { MEERA, OPERATOR } from '#tests/support/render-with-sync.tsx'

const THREE = ['one', 'two', 'three'].map((id) => sampleListing({ id }))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

/** A page that shows a badge. `badges` lists the values that the browser was given. */
function openPage(changes: Change[] = []) {
  const session = createSessionStore(localStorage, window)
  const queryClient = createQueryClient(window)
  let outbox = { state: 'ready' as const, changes, batches: [], unreadable: 0, databaseId: 1 }
  let tellView = () => {}
  const setBadge = vi.fn(async (_value: number | undefined | 'cleared') => undefined)
  const stop = startAppBadge(
    { setAppBadge: setBadge, clearAppBadge: () => setBadge('cleared') },
    {
      session,
      queryClient,
      view: {
        get: () => outbox,
        subscribe(listener) {
          tellView = listener
          return () => undefined
        },
      },
    },
  )
  onTestFinished(() => {
    stop()
    session.dispose()
  })
  return {
    session,
    setBadge,
    read(name: string, value: readonly Listing[] | { listings: readonly Listing[] }) {
      const read = { value, etag: null, cursor: null, ackedBefore: 0 }
      queryClient.setQueryData(savedReadKey(OPERATOR.account.id, name), read)
    },
    queue(change: Change) {
      outbox = { ...outbox, changes: [change] }
      tellView()
    },
    async badges() {
      await vi.runAllTimersAsync()
      return setBadge.mock.calls.flat()
    },
  }
}

function openSignedIn(changes: Change[] = []) {
  const page = openPage(changes)
  page.session.set(OPERATOR)
  return page
}

test("the badge counts the listings that need the operator's decision", async () => {
  const page = openSignedIn()
  page.read('dashboard', { listings: [...THREE, sampleListing({ status: 'approved' })] })
  expect(await page.badges()).toEqual([3])
})

test('the badge counts the whole list once it is loaded, not only the listings of the dashboard', async () => {
  const page = openSignedIn()
  page.read('dashboard', { listings: THREE.slice(1) })
  page.read('listings', THREE)
  expect(await page.badges()).toEqual([3])
})

test('a queued decision lowers the count before it reaches the server', async () => {
  const page = openSignedIn()
  page.read('listings', THREE)
  expect(await page.badges()).toEqual([3])
  page.queue(sampleChange({ entityId: 'one' }))
  expect(await page.badges()).toEqual([3, 2])
})

test('a change in conflict counts in addition to its listing', async () => {
  const page = openSignedIn([sampleChange({ entityId: 'one', state: 'conflict' })])
  page.read('listings', THREE)
  expect(await page.badges()).toEqual([4])
})

test("an end user's badge counts their changes that need attention, and no listings", async () => {
  const page = openPage([
    sampleEventChange({ state: 'parked' }),
    sampleEventChange({ seq: 2, state: 'waiting' }),
  ])
  page.session.set(MEERA)
  expect(await page.badges()).toEqual([1])
})

test('the badge is cleared at startup without a session, and at the end of a session', async () => {
  const page = openPage()
  expect(await page.badges()).toEqual(['cleared'])
  page.session.set(OPERATOR)
  page.read('listings', THREE)
  expect(await page.badges()).toEqual(['cleared', 3])
  page.session.clear()
  expect(await page.badges()).toEqual(['cleared', 3, 'cleared'])
})

test('the badge is set only when the count changes', async () => {
  const page = openSignedIn()
  page.read('listings', THREE)
  expect(await page.badges()).toEqual([3])
  page.session.set({ ...OPERATOR, token: 'a newer token' })
  expect(await page.badges()).toEqual([3])
})

test('a badge from the previous run of the app stays until the listings are loaded', async () => {
  const page = openSignedIn()
  page.read('users', [])
  expect(await page.badges()).toEqual([])
  page.read('listings', THREE)
  expect(await page.badges()).toEqual([3])
})

test('if the browser refuses to set a badge, the app still tries the next count, and logs only one warning', async () => {
  expectConsole('warn', /The number on the app's icon could not be set/)
  const page = openSignedIn()
  page.setBadge.mockRejectedValue(new DOMException('not installed', 'NotAllowedError'))
  page.read('listings', THREE)
  expect(await page.badges()).toEqual([3])
  page.read('listings', THREE.slice(1))
  expect(await page.badges()).toEqual([3, 2])
  expect(vi.mocked(console.warn)).toHaveBeenCalledTimes(1)
})
