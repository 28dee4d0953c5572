import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import type { FollowedStream } from '#src/api/change-stream.ts'
import { startLiveChanges } from '#src/app/live-changes.ts'
import type { Session } from '#src/session/session-store.ts'
import { createVirtualLocks } from '#tests/support/outbox/virtual-locks.ts'

// Several tabs of one browser. Each has its own page; all share Web Locks and a BroadcastChannel. A stream is the test's.

interface OpenStream extends FollowedStream {
  tab: string
  end(mayGoOn: boolean): void
  fail(error: unknown): void
}

const OPERATOR: Session = {
  token: 'a token',
  account: {
    id: 'operator-1',
    role: 'admin',
    email: 'asha@example.com',
    fullName: 'Asha',
    isVerified: true,
  },
  expiresAt: null,
  takesKeys: true,
  isOperator: true,
  rights: null,
}

let locks = createVirtualLocks()
let streams: OpenStream[]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  locks = createVirtualLocks()
  streams = []
})
afterEach(() => vi.useRealTimers())

const stateOf = (revision: number, claims = 1) =>
  `0123456789ab-${revision}.${String(claims).padStart(12, '0')}`

const open = () => streams.filter(({ signal }) => !signal.aborted)

function openTab(name: string, { session = OPERATOR as Session | null, savesData = false } = {}) {
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' as const })
  const window = Object.assign(new EventTarget(), {
    document,
    navigator: { locks },
    setTimeout,
    clearTimeout,
  })
  const onChange = vi.fn()
  const report = vi.fn()
  let now = session
  let tellSession = () => {}
  let tellReach = () => {}
  let reach: 'online' | 'offline' = 'online'
  const live = startLiveChanges(window, {
    session: {
      find: () => now,
      subscribe: (listener) => {
        tellSession = () => listener(now)
        return () => undefined
      },
    },
    connectivity: {
      get: () => reach,
      report,
      subscribe: (listener) => {
        tellReach = listener
        return () => undefined
      },
    },
    savesData: () => savesData,
    onChange,
    follow: (stream) =>
      new Promise((resolve, reject) => {
        const opened = { ...stream, tab: name, end: resolve, fail: reject }
        stream.signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
        streams.push(opened)
      }),
  })
  onTestFinished(live.stop)
  return {
    live,
    onChange,
    report,
    show(visibilityState: 'visible' | 'hidden') {
      Object.assign(document, { visibilityState })
      document.dispatchEvent(new Event('visibilitychange'))
    },
    signOut() {
      now = null
      tellSession()
    },
    setReach(next: typeof reach) {
      reach = next
      tellReach()
    },
  }
}

async function pause(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((next) => setImmediate(next))
}

async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    vi.advanceTimersByTime(1_000)
    await pause()
  }
}

function only(): OpenStream {
  const [stream, ...others] = open()
  if (!stream || others.length > 0) throw new Error(`${open().length} streams are open`)
  return stream
}

describe('of the visible tabs of a device', () => {
  test('one follows, and all hear of a change', async () => {
    const tabs = [openTab('one'), openTab('two')]
    await pause()
    only().onBeat()
    only().onChange(stateOf(1))
    await pause()
    for (const { onChange, live } of tabs) {
      expect(onChange).toHaveBeenCalledOnce()
      expect(live.isFollowing()).toBe(true)
    }
  })

  test('each hears what changed: the lists or the claims', async () => {
    const tabs = [openTab('one'), openTab('two')]
    await pause()
    only().onChange(stateOf(1, 1))
    only().onChange(stateOf(1, 2))
    only().onChange(stateOf(2, 2))
    await pause()
    for (const { onChange } of tabs)
      expect(onChange.mock.calls).toEqual([[['lists', 'claims']], [['claims']], [['lists']]])
  })

  test('one that is opened later hears at once what it may have missed', async () => {
    openTab('one')
    await pause()
    only().onBeat()
    only().onChange(stateOf(7))
    const late = openTab('two')
    await pause()
    expect(late.onChange.mock.calls).toEqual([[['lists', 'claims']]])
    expect(late.live.isFollowing()).toBe(true)
    only().onBeat()
    await pause()
    expect(late.onChange).toHaveBeenCalledOnce()
  })

  test('another follows once the first is hidden, which hears nothing more', async () => {
    const [first, second] = [openTab('one'), openTab('two')]
    await pause()
    first.show('hidden')
    await pause()
    expect(only().tab).toBe('two')
    only().onChange(stateOf(1))
    await pause()
    expect(second.onChange).toHaveBeenCalledOnce()
    expect(first.onChange).not.toHaveBeenCalled()
    expect(first.live.isFollowing()).toBe(false)
  })

  test('another follows after one that is frozen, or that the browser has lost', async () => {
    void locks
      .request('changes operator-1', {}, () => new Promise(() => undefined))
      .catch(() => null)
    const tab = openTab('one')
    await pass(19)
    expect(open()).toEqual([])
    await pass(2)
    only().onBeat()
    expect(tab.live.isFollowing()).toBe(true)
  })

  test('one that is shown again goes on from the state that it has', async () => {
    const tab = openTab('one')
    await pause()
    only().onChange(stateOf(7))
    tab.show('hidden')
    tab.show('visible')
    await pause()
    expect(only().since).toBe(stateOf(7))
    only().onChange(stateOf(7))
    expect(tab.onChange).toHaveBeenCalledOnce()
  })
})

test.each<[string, Parameters<typeof openTab>[1]]>([
  ['an end user', { session: { ...OPERATOR, isOperator: false } }],
  ['a person of a backend without the stream', { session: { ...OPERATOR, takesKeys: false } }],
  ['nobody signed in', { session: null }],
  ['the data saver', { savesData: true }],
])('nothing is followed for %s', async (_who, options) => {
  openTab('one', options)
  await pass(60)
  expect(streams).toEqual([])
})

describe('a stream that ends', () => {
  test('is opened again after a second, from its last state', async () => {
    openTab('one')
    await pause()
    only().onBeat()
    only().onChange(stateOf(3))
    only().end(true)
    await pause()
    expect(streams).toHaveLength(1)
    await pass(1)
    expect(streams).toHaveLength(2)
    expect(streams[1]?.since).toBe(stateOf(3))
  })

  test('with its session is not opened again, and the reads ask how the session stands', async () => {
    const tab = openTab('one')
    await pause()
    only().onBeat()
    only().end(false)
    await pause()
    expect(tab.onChange).toHaveBeenCalledOnce()
    tab.signOut()
    await pass(700)
    expect(streams).toHaveLength(1)
  })

  test('without an answer is tried less and less often, and at once when the server is reachable', async () => {
    const tab = openTab('one')
    const triedAt: number[] = []
    const beganAt = Date.now()
    for (let tries = 0; tries < 7; tries += 1) {
      await pause()
      triedAt.push((Date.now() - beganAt) / 1_000)
      streams.at(-1)?.fail(new ApiError({ kind: 'no-answer' }))
      await pause()
      for (let second = 0; second < 40 && streams.length === tries + 1; second += 1) await pass(1)
    }
    expect(triedAt).toEqual([0, 1, 3, 8, 23, 53, 83])
    await pause()
    streams.at(-1)?.fail(new ApiError({ kind: 'no-answer' }))
    await pause()
    const tries = streams.length
    tab.setReach('online')
    await pause()
    expect(streams).toHaveLength(tries + 1)
  })

  test('is opened without a state after a server refused that as unknown', async () => {
    openTab('one')
    await pause()
    only().onBeat()
    only().onChange(stateOf(3))
    only().end(true)
    await pass(2)
    streams.at(-1)?.fail(new ApiError({ kind: 'refused', status: 400 }))
    await pass(2)
    expect(streams.map(({ since }) => since)).toEqual([null, stateOf(3), null])
  })

  test('is not asked of an earlier server for ten minutes', async () => {
    openTab('one')
    await pause()
    only().fail(new ApiError({ kind: 'refused', status: 404 }))
    await pass(599)
    expect(streams).toHaveLength(1)
    await pass(2)
    expect(streams).toHaveLength(2)
  })
})

test('a stream that is silent for 35 s is given up: something on the way holds it back', async () => {
  const { live } = openTab('one')
  await pause()
  await pass(20)
  only().onBeat()
  await pass(34)
  expect(live.isFollowing()).toBe(true)
  expect(streams).toHaveLength(1)
  await pass(3)
  expect(live.isFollowing()).toBe(false)
  expect(streams).toHaveLength(2)
})

test('the first word of the stream ends the status "Offline"', async () => {
  const { report, setReach } = openTab('one')
  await pause()
  setReach('offline')
  only().onBeat()
  expect(report).toHaveBeenCalledExactlyOnceWith(true)
})
