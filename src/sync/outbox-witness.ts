import type { StorageHealth } from '#src/storage/outbox-connection.ts'
import type { OutboxView, UserSource } from './outbox-view.ts'

// How much waited in the outbox when it was last seen, noted in another place. A browser that is killed may begin its
// databases anew without a word: no page was open that could have noticed, and somebody has to be told.

const SEEN = 'outbox-seen'
const LOST = 'outbox-lost'

/** Changes that were waiting in a database that is there no more. */
export interface LostChanges {
  count: number
  /** Epoch milliseconds at which they were last seen. */
  seenAt: number
}

/** As it is written down: of one person, for nobody else to read. */
interface LostNote extends LostChanges {
  userId: string
}
interface SeenNote extends LostNote {
  madeAs: number
}

export interface WitnessParts {
  view: Pick<OutboxView, 'get' | 'subscribe'>
  health: Pick<StorageHealth, 'check' | 'madeAs'>
  user: UserSource
  /** Where a browser keeps it apart from its databases. */
  notes: Storage
  now?: () => number
}

export type OutboxWitness = ReturnType<typeof createOutboxWitness>

export function createOutboxWitness({ view, health, user, notes, now = Date.now }: WitnessParts) {
  const listeners = new Set<() => void>()
  let lost: LostChanges | null = null
  let isAtStart = true

  function look(): void {
    const userId = user.findUserId()
    if (userId) compare(userId)
    // Nobody may read on a signed-out device who was there.
    else for (const key of [SEEN, LOST]) writeNote(notes, key, null)
    const next = userId ? findNote<LostNote>(LOST, userId) : null
    if (next?.count === lost?.count && next?.seenAt === lost?.seenAt) return
    lost = next
    for (const listener of listeners) listener()
  }

  function compare(userId: string): void {
    const { state, changes, unreadable } = view.get()
    const madeAs = health.madeAs()
    if (state !== 'ready' || madeAs === null) return
    const seen = isAtStart ? findNote<SeenNote>(SEEN, userId) : null
    // What is lost under an open page, the storage's health says (outbox-connection.ts).
    isAtStart = false
    if (seen && seen.madeAs !== madeAs) {
      const count = seen.count + (findNote<LostNote>(LOST, userId)?.count ?? 0)
      writeNote(notes, LOST, { userId, count, seenAt: seen.seenAt })
    }
    const count = changes.filter((change) => change.state !== 'acked').length + unreadable
    writeNote(notes, SEEN, count > 0 ? { userId, madeAs, count, seenAt: now() } : null)
  }

  function findNote<Note extends LostNote>(key: string, userId: string): Note | null {
    const note = readNote<Note>(notes, key)
    return note?.userId === userId ? note : null
  }

  const unfollow = [view.subscribe(look), user.subscribe(look)]
  // Which database it is, the first check finds out.
  void health.check().then(look)

  return {
    get: (): LostChanges | null => lost,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** The person has read it. */
    dismiss(): void {
      writeNote(notes, LOST, null)
      look()
    },
    dispose(): void {
      for (const stop of unfollow) stop()
      listeners.clear()
    },
  }
}

function readNote<Note>(notes: Storage, key: string): Note | null {
  const stored = notes.getItem(key)
  try {
    return stored === null ? null : (JSON.parse(stored) as Note) // written below, in this shape
  } catch (error) {
    console.warn('What was noted of the outbox cannot be read.', error)
    return null
  }
}

/** A browser that keeps no note keeps the changes all the same. */
function writeNote(notes: Storage, key: string, note: LostNote | SeenNote | null): void {
  try {
    if (note) notes.setItem(key, JSON.stringify(note))
    else notes.removeItem(key)
  } catch (error) {
    console.warn('How much waits on this device cannot be noted.', error)
  }
}
