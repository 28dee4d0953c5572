import type { Query, QueryClient } from '@tanstack/react-query'
import type { ChangeTopic } from '#src/domain/live/change-notice.ts'
import type { Connectivity } from '#src/outbox/connectivity.ts'
import { CACHE_FORMAT, type SavedRead } from '#src/query-cache/cached-reads.ts'
import { isRevisionTag } from '#src/query-cache/epoch-watch.ts'
import { refreshWaitMs } from '#src/query-cache/refresh-rules.ts'
import { CLAIMS_READ } from '#src/query-cache/saved-read-key.ts'
import type { PagePresence } from '#src/storage/page-presence.ts'

// Refetches the lists on screen while the tab is visible. If several tabs show a list, a Web Lock lets one of them
// fetch it, and a BroadcastChannel carries the result to the others.

const LONGEST_WAIT_MS = 5_000 // the page checks at least this often, because another list may have appeared
const SHORTEST_WAIT_MS = 1_000 // between checks while a list stays due, for example because another tab is fetching it
/** While changes arrive without end, for example of a colleague's batch, a list is read this often, */
const PACE_MS = 1_000
/** and reading it takes at most one part in this many of the time, so that a slow server or device keeps up. */
const PACE_SHARE = 4
const PACE_LONGEST_MS = 4_000
/** Reads beyond that pace after a quiet time, so that what few colleagues decide is on screen at once. */
const PACE_AHEAD = 3
const CHANNEL = `saved-reads ${CACHE_FORMAT}` // builds whose reads have another shape use another channel

export interface RefreshWindow
  extends Pick<Window, 'addEventListener' | 'setTimeout' | 'clearTimeout'> {
  document: Pick<Document, 'addEventListener' | 'visibilityState'>
  navigator: { onLine: boolean; locks?: Pick<LockManager, 'request'> }
}

export interface RefreshParts {
  queryClient: QueryClient
  findUserId(): string | null
  connectivity: Pick<Connectivity, 'get' | 'subscribe'>
  savesData(): boolean
  /** Whether the page would hear of a change of the server's lists by now. */
  isFollowing(): boolean
  isHeldByHiddenPage: PagePresence['isHeldByHiddenPage']
}

/** Messages between tabs. The rows of a list are sent only on request: a phone takes 70 to 90 ms to clone 10,000. */
type Message =
  | {
      kind: 'read'
      from: string
      hash: string
      beganAt: number
      readAt: number
      tags: string
    }
  | { kind: 'want'; to: string; hash: string }
  | { kind: 'value'; hash: string; beganAt: number; readAt: number; value: unknown }

export interface ScreenRefresh {
  /** Something changed on the server: reads what is on screen again, unless its read began later. */
  noteChange(topics: readonly ChangeTopic[]): void
  stop(): void
}

export function startScreenRefresh(window: RefreshWindow, parts: RefreshParts): ScreenRefresh {
  const { queryClient: client, connectivity } = parts
  const { document, navigator } = window
  const own = String(crypto.getRandomValues(new Uint32Array(1))[0])
  const channel = new BroadcastChannel(CHANNEL)
  const stop = new AbortController()
  /** For each read, the changes that its last answer has, because it began after them, and when it began. */
  const begun = new Map<string, { changes: number; at: number }>()
  /** How many changes of each topic were heard. */
  const changes: Record<ChangeTopic, number> = { lists: 0, claims: 0 }
  let changedAt = Number.NEGATIVE_INFINITY
  /** For each read, the time until which its reads so far would last at the pace of endless changes. */
  const paced = new Map<string, number>()
  let timer: number | undefined

  function waitOf(query: Query, isBack: boolean): number {
    const { status, fetchStatus, dataUpdatedAt, errorUpdatedAt } = query.state
    if (status === 'pending' || fetchStatus === 'fetching') return Number.POSITIVE_INFINITY
    const isFailed = status === 'error'
    const known = begun.get(query.queryHash)?.changes ?? 0
    if (!isFailed && known < changes[topicOf(query)] && tagsOf(query) !== '') {
      const pacedMs = (paced.get(query.queryHash) ?? 0) - Date.now()
      return Math.max(0, pacedMs - PACE_AHEAD * PACE_MS)
    }
    const read = {
      isFailed,
      isConditional: tagsOf(query) !== '',
      isFollowed: parts.isFollowing() && isRevisionTag(savedReadOf(query).etag ?? null),
      ageMs: Date.now() - (isFailed ? errorUpdatedAt : dataUpdatedAt),
    }
    const device = {
      savesData: parts.savesData(),
      hasNetwork: navigator.onLine,
      isReachable: connectivity.get() === 'online',
    }
    return refreshWaitMs(read, device, isBack)
  }

  function spendPace({ queryHash }: Query): void {
    const beganAt = begun.get(queryHash)?.at
    if (beganAt === undefined) return
    const from = Math.max(beganAt, paced.get(queryHash) ?? 0)
    const shareMs = Math.min(PACE_SHARE * (Date.now() - beganAt), PACE_LONGEST_MS)
    paced.set(queryHash, from + Math.max(PACE_MS, shareMs))
  }

  /** When the read began whose answer this tab has, or whose answer it waits for. */
  function beganAtOf({ queryHash }: Query): number {
    return begun.get(queryHash)?.at ?? Number.NEGATIVE_INFINITY
  }

  function look(isBack = false): void {
    window.clearTimeout(timer)
    if (document.visibilityState !== 'visible' || stop.signal.aborted) return
    let waitMs = LONGEST_WAIT_MS
    for (const query of listShown()) {
      const dueMs = waitOf(query, isBack)
      if (dueMs <= 0) {
        refresh(query, isBack).catch((error: unknown) => {
          console.warn('A list could not be refreshed; the app tries again.', error)
        })
      }
      waitMs = Math.min(waitMs, dueMs)
    }
    timer = window.setTimeout(() => look(), Math.max(waitMs, SHORTEST_WAIT_MS))
  }

  function listShown(): Query[] {
    const queryKey = ['saved', parts.findUserId()]
    return client.getQueryCache().findAll({ queryKey, type: 'active' })
  }

  async function refresh(query: Query, isBack: boolean): Promise<void> {
    await alone(`refresh ${query.queryHash}`, async () => {
      // Another tab may have refetched the list before this tab got the lock.
      if (waitOf(query, isBack) > 0) return
      const { queryKey, queryHash: hash } = query
      const before = query.state.dataUpdatedAt
      // Again, if it changed meanwhile: a change during the read may not be in its answer.
      do await client.refetchQueries({ queryKey, exact: true }, { cancelRefetch: false })
      while (waitOf(query, false) <= 0 && !stop.signal.aborted)
      const { dataUpdatedAt: readAt } = query.state
      if (readAt <= before || stop.signal.aborted) return
      const beganAt = beganAtOf(query)
      send({ kind: 'read', from: own, hash, beganAt, readAt, tags: tagsOf(query) })
    })
  }

  /** Skips the work while another visible tab holds the lock. Without Web Locks, in insecure contexts, always runs it. */
  async function alone(lock: string, work: () => Promise<void>): Promise<void> {
    const { locks } = navigator
    if (!locks) return work()
    const own = await locks
      .request(lock, { ifAvailable: true }, async (free) => {
        if (free) await work()
        return free !== null
      })
      .catch((error: unknown) => {
        if (isStolen(error)) return true
        throw error
      })
    // A hidden tab may be frozen in its read. It may be read twice.
    if (!own && (await parts.isHeldByHiddenPage(lock)))
      await locks.request(lock, { steal: true }, work)
  }

  function send(message: Message): void {
    channel.postMessage(message)
  }

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    const query = client.getQueryCache().get(data.hash)
    if (data.kind === 'want') {
      if (data.to !== own || !query) return
      const { dataUpdatedAt: readAt, data: value } = query.state
      return send({ kind: 'value', hash: data.hash, beganAt: beganAtOf(query), readAt, value })
    }
    if (!query?.isActive() || query.state.dataUpdatedAt >= data.readAt) return
    // The late answer of a tab that was overtaken may be older than what this tab has.
    if (query.state.status === 'success' && data.beganAt < beganAtOf(query)) return
    if (data.kind === 'read' && data.beganAt > changedAt)
      begun.set(data.hash, { changes: changes[topicOf(query)], at: data.beganAt })
    if (data.kind === 'value') void adopt(query, data.value, data.readAt)
    else if (data.tags !== '' && data.tags === tagsOf(query))
      void adopt(query, query.state.data, data.readAt)
    else send({ kind: 'want', to: data.from, hash: data.hash })
  }

  /** Takes the value of another tab, and ends an own read, which began earlier. */
  async function adopt(query: Query, value: unknown, updatedAt: number): Promise<void> {
    const { queryKey, queryHash } = query
    await client.cancelQueries({ queryKey, exact: true })
    // A sign-out meanwhile has removed the query, and must not see it made again.
    if (client.getQueryCache().get(queryHash) !== query) return
    if (query.state.dataUpdatedAt >= updatedAt) return
    client.setQueryData(queryKey, value, { updatedAt })
  }

  const comeBack = () => look(true)
  const listening = { signal: stop.signal }
  document.addEventListener('visibilitychange', comeBack, listening)
  window.addEventListener('focus', comeBack, listening)
  window.addEventListener('online', comeBack, listening)
  const stops = [
    connectivity.subscribe(() => look(connectivity.get() === 'online')),
    client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return
      if (event.action.type === 'fetch')
        begun.set(event.query.queryHash, { changes: changes[topicOf(event.query)], at: Date.now() })
      else if (event.action.type === 'success') {
        spendPace(event.query)
        // What changed while it was read is read again.
        if (waitOf(event.query, false) <= 0) look()
      }
    }),
  ]
  look()

  return {
    noteChange(topics) {
      for (const topic of topics) changes[topic] += 1
      changedAt = Date.now()
      look()
    },
    stop() {
      stop.abort()
      window.clearTimeout(timer)
      for (const end of stops) end()
      channel.close()
    },
  }
}

/** Whether another tab has taken the lock meanwhile. */
function isStolen(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

/** The ETag and the cursor of the cached value; equal tags mean equal values. */
function tagsOf(query: Query): string {
  const { etag, cursor } = savedReadOf(query)
  return [etag, cursor].filter(Boolean).join(' ')
}

/** All queries under 'saved' are SavedReads. */
function savedReadOf({ state }: Query): Partial<SavedRead<unknown>> {
  return state.data ?? {}
}

function topicOf({ queryKey: [, , name] }: Query): ChangeTopic {
  return name === CLAIMS_READ ? 'claims' : 'lists'
}
