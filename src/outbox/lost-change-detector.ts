import type { Change } from '#src/domain/change.ts'
import { shortHash } from '#src/domain/short-hash.ts'
import { displayId } from '#src/domain/text.ts'
import type { UserSource } from '#src/session/session-store.ts'
import { hasOwnContent } from './kinds/kinds.ts'
import type { OutboxSnapshot, OutboxView } from './outbox-view.ts'

// Detects what was lost with its database: queued changes, or listings that are not on the server. Browsers may recreate
// IndexedDB without an error, after a crash or on a full disk, and people may delete it under an open page. So localStorage
// has a short copy of the queue, and the id of its database. What is missing from the same database was sent or undone by a
// tab or the worker; what is missing from a recreated database is lost.

const MAX_NAMED = 200 // about 20 kB of the 5 MB that localStorage has; further changes are only counted

/** A change in the outbox, or a listing of the person's own that is not on the server. */
export type Queued = Pick<Change, 'key' | 'entity' | 'entityId' | 'state' | 'action'>

export interface QueueSnapshot extends Omit<OutboxSnapshot, 'changes' | 'batches'> {
  changes: readonly Queued[]
}

/** The stored part of a change: contains no names and no typed text. */
export interface ChangeTrace {
  key: string
  entity: Queued['entity']
  /** The display ID of the listing or the event. */
  id: string
  /** The requested status, or the action on the record. */
  decision: string
}

export interface LostChanges {
  changes: readonly ChangeTrace[]
  /** Number of lost changes beyond those listed. */
  more: number
  /** Epoch milliseconds at which the lost changes were last seen in the outbox. */
  seenAt: number
}

/** Belongs to the user whose hash is in `user`; other users never see it. */
interface QueuedNote extends LostChanges {
  user: string
  databaseId: number | null
}

/** What a database of its own keeps, and part of the names in localStorage. */
export const LOST_QUEUES = ['changes', 'listings'] as const
export type LostQueue = (typeof LOST_QUEUES)[number]
export type LostInQueues = Readonly<Record<LostQueue, LostChanges | null>>

type QueueView = { get(): QueueSnapshot } & Pick<OutboxView, 'subscribe'>

export interface DetectorParts {
  views: Readonly<Record<LostQueue, QueueView>>
  user: UserSource
  keyValueStore: Storage
  now?: () => number
}

export type LostChangeDetector = ReturnType<typeof createLostChangeDetector>

export function createLostChangeDetector(parts: DetectorParts) {
  const { views, user, keyValueStore, now = Date.now } = parts
  const queuedKeyOf = (queue: LostQueue) => `queued-${queue}`
  const lostKeyOf = (queue: LostQueue, owner: string) => `lost-${queue}:${owner}`
  const listeners = new Set<() => void>()
  let lost: LostInQueues = { changes: null, listings: null }
  const shown: Partial<Record<LostQueue, string | null>> = {}

  function refresh(): void {
    for (const queue of LOST_QUEUES) refreshQueue(queue)
  }

  function refreshQueue(queue: LostQueue): void {
    const userId = user.findUserId()
    if (userId) detectLoss(queue, shortHash(userId))
    // A signed-out device must not reveal what its user decided last. A detected loss stays until its user has read it.
    else keyValueStore.removeItem(queuedKeyOf(queue))
    const stored = userId && keyValueStore.getItem(lostKeyOf(queue, shortHash(userId)))
    if (stored === (shown[queue] ?? null)) return
    shown[queue] = stored
    lost = { ...lost, [queue]: parseNote<LostChanges>(stored) }
    for (const listener of listeners) listener()
  }

  function detectLoss(queue: LostQueue, owner: string): void {
    const { state, changes, unreadable, databaseId } = views[queue].get()
    if (state !== 'ready') return
    const own = queue === 'changes' ? changes.filter(hasOwnContent) : changes
    const before = parseNote<QueuedNote>(keyValueStore.getItem(queuedKeyOf(queue)))
    const isRecreated = before?.databaseId != null && before.databaseId !== databaseId
    // Without room for the report, the copy of the lost queue stays, and the next refresh tries again.
    if (before?.user === owner && isRecreated && !addLost(queue, before, own)) return
    const open = own.filter((change) => change.state !== 'acked')
    const named = open.slice(0, MAX_NAMED).map(traceOf)
    const more = open.length - named.length + unreadable
    const note: QueuedNote = { user: owner, databaseId, changes: named, more, seenAt: now() }
    if (!writeNote(queuedKeyOf(queue), open.length + unreadable > 0 ? note : null))
      // Remove the outdated copy: it may name changes that the server has confirmed since.
      keyValueStore.removeItem(queuedKeyOf(queue))
  }

  /** Adds the changes that the recreated database lacks to the report. False if the report could not be stored. */
  function addLost(queue: LostQueue, before: QueuedNote, present: readonly Queued[]): boolean {
    const lostKey = lostKeyOf(queue, before.user)
    const known = parseNote<LostChanges>(keyValueStore.getItem(lostKey))
    const found = new Set([...present, ...(known?.changes ?? [])].map(({ key }) => key))
    const missing = before.changes.filter(({ key }) => !found.has(key))
    if (missing.length + before.more === 0) return true
    const all = [...(known?.changes ?? []), ...missing]
    const changes = all.slice(-MAX_NAMED)
    const more = (known?.more ?? 0) + before.more + all.length - changes.length
    return writeNote(lostKey, { changes, more, seenAt: before.seenAt })
  }

  function writeNote(key: string, note: LostChanges | null): boolean {
    try {
      if (note) keyValueStore.setItem(key, JSON.stringify(note))
      else keyValueStore.removeItem(key)
      return true
    } catch (error) {
      console.warn('Could not copy the queued changes to localStorage.', error)
      return false
    }
  }

  const stops = [
    ...LOST_QUEUES.map((queue) => views[queue].subscribe(() => refreshQueue(queue))),
    user.subscribe(refresh),
  ]
  refresh()

  return {
    get: (): LostInQueues => lost,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dismiss(queue: LostQueue): void {
      const userId = user.findUserId()
      if (userId) keyValueStore.removeItem(lostKeyOf(queue, shortHash(userId)))
      refreshQueue(queue)
    },
    dispose(): void {
      for (const stop of stops) stop()
      listeners.clear()
    },
  }
}

function traceOf({ key, entity, entityId, action }: Queued): ChangeTrace {
  const decision = action.kind === 'status' ? action.to : action.kind
  return { key, entity, id: displayId(entityId), decision }
}

function parseNote<Note>(stored: string | null): Note | null {
  try {
    return stored === null ? null : (JSON.parse(stored) as Note) // written above, in this shape
  } catch (error) {
    console.warn('Could not read the copy of the queued changes.', error)
    return null
  }
}
