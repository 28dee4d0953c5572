import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startScreenRefresh } from '#src/app/screen-refresh.ts'
import type { ChangeTopic } from '#src/domain/live/change-notice.ts'
import { CLAIMS_READ } from '#src/query-cache/saved-read-key.ts'
import { createVirtualLocks } from '#tests/support/outbox/virtual-locks.ts'

// Several tabs of one browser show lists. Each tab has its own query cache; all share Web Locks and a BroadcastChannel.

const KEY = ['saved', 'operator-1', 'listings']
const CALM = () => () => undefined

let locks = createVirtualLocks()
const EPOCH = '0123456789ab'
const NEW_SERVER = { revision: 1, hasTags: true, isDown: false, rows: ['pending'] }
/** The requests of lists that the server has not answered yet, if it holds them. */
let held: (() => void)[] | null = null
let server = NEW_SERVER
/** The tabs that requested the list. */
let reads: string[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  locks = createVirtualLocks()
  server = { ...NEW_SERVER }
  held = null
  reads = []
  lockOfHidden = null
})
afterEach(() => vi.useRealTimers())

/** The lock that a hidden tab holds. */
let lockOfHidden: string | null = null

async function openTab(name: string, { savesData = false, isFollowing = false, key = KEY } = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const observer = new QueryObserver(client, {
    queryKey: key,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      reads.push(name)
      await Promise.resolve()
      const { rows, revision } = server
      if (held) await new Promise<void>((resolve) => held?.push(resolve))
      if (server.isDown) throw new Error('no answer')
      const etag = server.hasTags ? `W/"${EPOCH}-4-${revision}"` : null
      return { value: rows, etag, cursor: null, ackedBefore: 0 }
    },
  })
  const leave = observer.subscribe(() => undefined)
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' as const })
  const navigator = { onLine: true, locks }
  const window = Object.assign(new EventTarget(), { document, navigator, setTimeout, clearTimeout })
  const connectivity = { get: () => 'online' as const, subscribe: CALM }
  const parts = { queryClient: client, findUserId: () => 'operator-1', connectivity }
  await pause()
  const { stop, noteChange } = startScreenRefresh(window, {
    ...parts,
    savesData: () => savesData,
    isFollowing: () => isFollowing,
    isHeldByHiddenPage: async (lock) => lock === lockOfHidden,
  })
  onTestFinished(() => {
    stop()
    leave()
    client.clear()
  })
  return {
    client,
    window,
    leave,
    noteChange: (topic: ChangeTopic = 'lists') => noteChange([topic]),
    rows: () => client.getQueryData<{ value: string[] }>(key)?.value,
    readAt: () => client.getQueryState(key)?.dataUpdatedAt,
    show(visibilityState: 'visible' | 'hidden') {
      Object.assign(document, { visibilityState })
      document.dispatchEvent(new Event('visibilitychange'))
    },
  }
}

type Tab = Awaited<ReturnType<typeof openTab>>

/** Lets promises and messages between tabs settle without running timers. */
async function pause(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((next) => setImmediate(next))
}

async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    vi.advanceTimersByTime(1_000)
    await pause()
  }
}

/** Decides about the listing on another device. */
function change(): void {
  server = { ...server, revision: server.revision + 1, rows: ['rejected'] }
}

test('a list shows a decision of another device after 30 s, without a user action', async () => {
  const tab = await openTab('one')
  change()
  await pass(29)
  expect(tab.rows()).toEqual(['pending'])
  await pass(2)
  expect(tab.rows()).toEqual(['rejected'])
})

test('one tab requests the list for all tabs, whether or not the list changed', async () => {
  const tabs = [await openTab('one'), await openTab('two'), await openTab('three')]
  reads = []
  await pass(31)
  expect(reads).toHaveLength(1)
  change()
  await pass(31)
  expect(reads).toHaveLength(2)
  expect(tabs.map(({ rows }) => rows())).toEqual(tabs.map(() => ['rejected']))
  expect(new Set(tabs.map(({ readAt }) => readAt())).size).toBe(1)
})

test('from a backend without ETags, one tab requests the list for all tabs every 5 minutes', async () => {
  server.hasTags = false
  const tabs = [await openTab('one'), await openTab('two')]
  reads = []
  change()
  await pass(295)
  expect(reads).toHaveLength(0)
  await pass(10)
  expect(reads).toHaveLength(1)
  expect(tabs.map(({ rows }) => rows())).toEqual([['rejected'], ['rejected']])
})

test('a visible tab requests the list instead of a hidden tab', async () => {
  const first = await openTab('one')
  await openTab('two')
  await pass(31)
  first.show('hidden')
  reads = []
  await pass(31)
  expect(reads).toEqual(['two'])
})

test.each<[string, Parameters<typeof openTab>[1], (tab: Tab) => void]>([
  ['in a hidden tab', {}, ({ show }) => show('hidden')],
  ['with the data saver', { savesData: true }, () => undefined],
  ['for a list that is not on the screen', {}, ({ leave }) => leave()],
  ['for another user', { key: ['saved', 'x', 'y'] }, () => undefined],
  ['without a network', {}, ({ window }) => Object.assign(window.navigator, { onLine: false })],
])('the refresh sends no request %s', async (_when, options, prepare) => {
  prepare(await openTab('one', options))
  reads = []
  await pass(120)
  expect(reads).toEqual([])
})

test.each<[string, (tab: Tab) => void]>([
  ['the window gets the focus', ({ window }) => window.dispatchEvent(new Event('focus'))],
  ['the network is back', ({ window }) => window.dispatchEvent(new Event('online'))],
  ['the tab is shown again', ({ show }) => void [show('hidden'), show('visible')]],
])('the refresh requests the list at once after %s', async (_what, comeBack) => {
  const tab = await openTab('one')
  await pass(3)
  change()
  comeBack(tab)
  await pause()
  expect(tab.rows()).toEqual(['rejected'])
})

test.each([
  ['a tab that is frozen in its read does not keep the others from reading', true, ['one']],
  ['a visible tab that reads a list for long is not overtaken', false, []],
])('%s', async (_title, isHidden, expected) => {
  const tab = await openTab('one')
  const lock = `refresh ${JSON.stringify(KEY)}`
  void locks.request(lock, {}, () => new Promise(() => undefined)).catch(() => null)
  if (isHidden) lockOfHidden = lock
  reads = []
  await pass(31)
  expect(reads).toEqual(expected)
  tab.leave()
})

test('the late answer of a tab that was overtaken does not replace a newer one', async () => {
  const slow = await openTab('slow')
  held = []
  await pass(31)
  slow.show('hidden')
  lockOfHidden = `refresh ${JSON.stringify(KEY)}`
  change()
  const hold = held
  held = null
  const next = await openTab('next')
  await pass(31)
  change()
  server.rows = ['approved']
  await pass(31)
  expect(next.rows()).toEqual(['approved'])
  for (const answer of hold) answer()
  await pause()
  await pass(5)
  expect(next.rows()).toEqual(['approved'])
})

test('a list of another tab does not come back after a sign-out that met its arrival', async () => {
  const [one, two] = [await openTab('one'), await openTab('two')]
  for (const { client } of [one, two])
    vi.spyOn(client, 'cancelQueries').mockImplementation(async () => client.clear())
  reads = []
  await pass(31)
  const other = reads.includes('one') ? two : one
  expect(reads).toHaveLength(1)
  expect(other.rows()).toBeUndefined()
})

test('a failed refresh keeps the list and is retried after 15 s', async () => {
  const tab = await openTab('one')
  server.isDown = true
  await pass(31)
  expect(tab.rows()).toEqual(['pending'])
  reads = []
  server.isDown = false
  change()
  await pass(16)
  expect(reads).toHaveLength(1)
  expect(tab.rows()).toEqual(['rejected'])
})

describe('while a page follows the changes of the server', () => {
  test('a list is read when it changed, and otherwise after five minutes', async () => {
    const tab = await openTab('one', { isFollowing: true })
    reads = []
    await pass(295)
    expect(reads).toEqual([])
    change()
    tab.noteChange()
    await pause()
    expect(tab.rows()).toEqual(['rejected'])
    await pass(299)
    expect(reads).toEqual(['one'])
    await pass(2)
    expect(reads).toEqual(['one', 'one'])
  })

  test('a list that changes while it is read is read again', async () => {
    const tab = await openTab('one', { isFollowing: true })
    held = []
    tab.noteChange()
    await pause()
    change()
    tab.noteChange()
    await pause()
    expect(held).toHaveLength(1)
    for (const answer of held.splice(0)) answer()
    await pause()
    for (const answer of held.splice(0)) answer()
    await pause()
    expect(tab.rows()).toEqual(['rejected'])
    expect(held).toEqual([])
  })

  test('one tab reads the list for all that hear of the change', async () => {
    const tabs = [
      await openTab('one', { isFollowing: true }),
      await openTab('two', { isFollowing: true }),
    ]
    await pass(3)
    reads = []
    change()
    for (const { noteChange } of tabs) noteChange()
    await pass(10)
    expect(tabs.map(({ rows }) => rows())).toEqual([['rejected'], ['rejected']])
    expect(reads).toHaveLength(1)
  })

  test('a change of the claims reads the claims alone', async () => {
    const lists = await openTab('lists', { isFollowing: true })
    const claims = await openTab('claims', {
      isFollowing: true,
      key: ['saved', 'operator-1', CLAIMS_READ],
    })
    await pass(3)
    reads = []
    for (const { noteChange } of [lists, claims]) noteChange('claims')
    await pause()
    expect(reads).toEqual(['claims'])
    for (const { noteChange } of [lists, claims]) noteChange('lists')
    await pause()
    expect(reads).toEqual(['claims', 'lists'])
  })

  test.each([
    ['quick', 0, 24],
    ['slow', 1_000, 8],
  ])('changes without end are read at a pace, from a %s server', async (_which, tookMs, most) => {
    const tab = await openTab('one', { isFollowing: true })
    await pass(10)
    reads = []
    held = []
    for (let tenth = 0; tenth < 200; tenth += 1) {
      change()
      tab.noteChange()
      await passTenth(tookMs)
    }
    expect(reads.length).toBeGreaterThan(most / 2)
    expect(reads.length).toBeLessThanOrEqual(most)
    for (let tenth = 0; tenth < 100; tenth += 1) await passTenth(tookMs)
    reads = []
    change()
    tab.noteChange()
    await pause()
    expect(reads).toEqual(['one'])
  })
})

let heldForMs = 0

/** A tenth of a second of a server that answers after `tookMs`. */
async function passTenth(tookMs: number): Promise<void> {
  vi.advanceTimersByTime(100)
  heldForMs = held?.length ? heldForMs + 100 : 0
  await pause()
  if (!held?.length || heldForMs < tookMs) return
  heldForMs = 0
  for (const answer of held.splice(0)) answer()
  await pause()
}
