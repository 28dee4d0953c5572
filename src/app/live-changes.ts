import { ApiError } from '#src/api/api-error.ts'
import { followChanges } from '#src/api/change-stream.ts'
import { type ChangeTopic, HEARTBEAT_MS, listTopics } from '#src/domain/live/change-notice.ts'
import type { Connectivity } from '#src/outbox/connectivity.ts'
import { joinSignals } from '#src/outbox/joined-signal.ts'
import { type SessionStore, userIdOf } from '#src/session/session-store.ts'
import { takeTurn } from '#src/storage/lock-turn.ts'

// Follows the server's notices of changes while the page is visible. Of several visible pages of a device, a Web Lock
// lets one follow, and a BroadcastChannel passes what it hears on. A hidden page lets go, because it may be frozen.

const CHANNEL = 'changes'
/** After this silence, the connection is dead, or a proxy holds the stream back. */
const SILENT_MS = HEARTBEAT_MS + 10_000
/** Waits before the next try, after one failure and more. The first is for a server that restarts. */
const RETRY_MS = [1_000, 2_000, 5_000, 15_000, 30_000] as const
/** A server without the stream, such as an earlier version: it may be updated meanwhile. */
const UNKNOWN_MS = 10 * 60_000

export interface LiveWindow
  extends Pick<Window, 'addEventListener' | 'setTimeout' | 'clearTimeout'> {
  document: Pick<Document, 'addEventListener' | 'visibilityState'>
  navigator: { locks?: Pick<LockManager, 'request'> }
}

export interface LiveParts {
  session: Pick<SessionStore, 'find' | 'subscribe'>
  connectivity: Pick<Connectivity, 'get' | 'report' | 'subscribe'>
  savesData(): boolean
  /** Something changed on the server. */
  onChange(topics: readonly ChangeTopic[]): void
  follow?: typeof followChanges
}

/** Between pages: the server lives, and has this state; or what a page asks that has just begun to listen. */
type Passed = { state: string | null } | 'ask'

const ALL_TOPICS: readonly ChangeTopic[] = ['lists', 'claims']

export interface LiveChanges {
  /** Whether this page would hear of a change by now. */
  isFollowing(): boolean
  stop(): void
}

export function startLiveChanges(window: LiveWindow, parts: LiveParts): LiveChanges {
  const { document, navigator } = window
  const { session, connectivity, follow = followChanges } = parts
  const channel = new BroadcastChannel(CHANNEL)
  const over = new AbortController()
  let turn: AbortController | null = null
  let heardAt = Number.NEGATIVE_INFINITY
  let state: string | null = null
  let wakeUp: () => void = () => undefined

  /** Each page compares with the state that its own reads are of, because it may have been hidden or opened meanwhile. */
  function hear(next: string | null): void {
    heardAt = Date.now()
    if (next === null) return
    const changed = listTopics(state, next)
    state = next
    if (changed.length > 0) parts.onChange(changed)
  }

  function pass(passed: Passed): void {
    channel.postMessage(passed)
  }

  /** Begins or ends this page's turn, as the page and the session are now. */
  function look(): void {
    const now = session.find()
    const wants =
      document.visibilityState === 'visible' &&
      now?.isOperator === true &&
      now.takesKeys &&
      !parts.savesData() &&
      !over.signal.aborted
    if (!wants) endTurn()
    else if (!turn) {
      turn = new AbortController()
      void followInTurn(turn, userIdOf(now))
    }
  }

  function endTurn(): void {
    turn?.abort()
    turn = null
    heardAt = Number.NEGATIVE_INFINITY
  }

  async function followInTurn({ signal }: AbortController, userId: string): Promise<void> {
    const { locks } = navigator
    const work = () => followUntil(signal)
    try {
      // In insecure contexts, which have no Web Locks, each page follows.
      if (locks) await takeTurn(locks, `changes ${userId}`, work, signal)
      else await work()
    } catch (error) {
      if (!signal.aborted)
        console.warn('Changes are not followed: the lists are read now and then.', error)
    }
  }

  async function followUntil(signal: AbortSignal): Promise<void> {
    let failures = 0
    while (!signal.aborted) {
      const beganAt = Date.now()
      const hasBegun = () => heardAt >= beganAt
      const waitMs = await followOnce(signal).catch((error: unknown) => {
        // Another version of the server has other states.
        if (error instanceof ApiError && error.status === 400) state = null
        return hasBegun() ? RETRY_MS[0] : waitAfter(error, failures)
      })
      const hasWorked = hasBegun()
      failures = hasWorked ? 0 : failures + 1
      // The reads on screen show whether the network is gone, or the stream alone has ended.
      if (hasWorked && !signal.aborted) parts.onChange(ALL_TOPICS)
      if (!signal.aborted) await pause(waitMs, signal)
    }
  }

  async function followOnce(signal: AbortSignal): Promise<number> {
    const silence = new AbortController()
    let timer = window.setTimeout(() => silence.abort(), SILENT_MS)
    const onBeat = () => {
      window.clearTimeout(timer)
      timer = window.setTimeout(() => silence.abort(), SILENT_MS)
      if (connectivity.get() === 'offline') connectivity.report(true)
      heardAt = Date.now()
      pass({ state })
    }
    try {
      const mayGoOn = await follow({
        since: state,
        signal: joinSignals([signal, silence.signal]),
        onBeat,
        onChange(next) {
          hear(next)
          pass({ state: next })
        },
      })
      return mayGoOn ? RETRY_MS[0] : UNKNOWN_MS
    } finally {
      window.clearTimeout(timer)
    }
  }

  const isFollowing = () => Date.now() - heardAt < SILENT_MS

  function pause(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const timer = window.setTimeout(end, ms)
      wakeUp = end
      signal.addEventListener('abort', end, { once: true })
      function end(): void {
        window.clearTimeout(timer)
        wakeUp = () => undefined
        signal.removeEventListener('abort', end)
        resolve()
      }
    })
  }

  channel.onmessage = ({ data }: MessageEvent<Passed>) => {
    if (document.visibilityState !== 'visible') return
    if (data !== 'ask') hear(data.state)
    else if (isFollowing()) pass({ state })
  }
  const listening = { signal: over.signal }
  document.addEventListener('visibilitychange', look, listening)
  window.addEventListener('online', () => wakeUp(), listening)
  const stops = [
    session.subscribe(() => {
      endTurn()
      state = null
      look()
    }),
    connectivity.subscribe(() => {
      if (connectivity.get() === 'online') wakeUp()
    }),
  ]
  look()
  pass('ask')

  return {
    isFollowing,
    stop() {
      over.abort()
      endTurn()
      for (const stop of stops) stop()
      channel.close()
    },
  }
}

function waitAfter(error: unknown, failures: number): number {
  const isUnknown = error instanceof ApiError && error.kind === 'refused' && error.status === 404
  if (isUnknown) return UNKNOWN_MS
  return RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? UNKNOWN_MS
}
