// Tells the streams of this process that lists or claims changed. It looks at the revision at once after each write of
// this process, and after a notice of another process on PostgreSQL; and every second, because a command on SQLite cannot
// give notice, and a lost connection to PostgreSQL loses some. Claims are read every second only: they also end by time,
// and reviewers go from listing to listing. It asks nothing while nobody follows.

import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { getRevision } from '#server/platform/database/revision.ts'
import type { Tables } from '#server/platform/database/schema.ts'

const LOOK_EVERY_MS = 1_000
/** Between two looks, so that a batch of a hundred writes becomes a few notices. */
const SHORTEST_GAP_MS = 100

/** Starts telling of notices by other processes; returns a function that stops it. */
export type ListenForChanges = (onNotice: () => void) => () => Promise<void>

export interface ChangeFollower {
  /**
   * Resolves with the state once it differs from `seen`; with null after `ms`, or after `signal`; with 'closed' once the
   * server closes, or a later stream of the same session took the place.
   */
  next(seen: string | null, ms: number, signal: AbortSignal): Promise<string | null | 'closed'>
  stop(): void
}

export interface ChangeFeed {
  /** Something may have changed. */
  note(): void
  /** Follows the feed. @param place the session: it has at most `MOST_STREAMS` */
  follow(place: string): ChangeFollower
  countFollowers(): number
  /** Ends all streams. */
  close(): Promise<void>
}

const HASH_CHARS = 12 // two states of the claims of a team are never alike by chance

/** Streams of one session: one for its device, and those that a reload or a lost network has left open. */
export const MOST_STREAMS = 4

interface OpenFollower {
  place: string
  isClosed: boolean
  wake(): void
}

export function makeChangeFeed({
  db,
  log,
  listen,
  readClaims,
}: {
  db: Kysely<Tables>
  log: Pick<Logger, 'warn'>
  listen?: ListenForChanges | undefined
  /** The claims that are alive, as text. */
  readClaims(): Promise<string>
}): ChangeFeed {
  const followers = new Set<OpenFollower>()
  let state: string | null = null
  let claims: string | null = null
  let reading: Promise<void> | null = null
  let gap: NodeJS.Timeout | undefined
  let isDue = false
  let timer: NodeJS.Timeout | undefined
  const stopListening = listen?.(note)

  function note(): void {
    isDue = true
    look()
  }

  function tick(): void {
    claims = null
    note()
  }

  function look(): void {
    if (!isDue || reading || gap || followers.size === 0) return
    isDue = false
    reading = readState().finally(() => {
      reading = null
      gap = setTimeout(endGap, SHORTEST_GAP_MS)
    })
  }

  function endGap(): void {
    gap = undefined
    look()
  }

  async function readState(): Promise<void> {
    try {
      const { epoch, value } = await getRevision(db)
      claims ??= shorten(await readClaims())
      const next = `${epoch}-${value}.${claims}`
      if (next === state) return
      state = next
      for (const { wake } of followers) wake()
    } catch (error) {
      log.warn({ err: error }, 'the streams could not be told of changes; the server looks again')
    }
  }

  function end(follower: OpenFollower): void {
    followers.delete(follower)
    follower.isClosed = true
    follower.wake()
    if (followers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  function makeRoom(place: string): void {
    const theirs = [...followers].filter((one) => one.place === place)
    for (const oldest of theirs.slice(0, Math.max(0, theirs.length - MOST_STREAMS + 1))) end(oldest)
  }

  return {
    note,
    follow(place) {
      makeRoom(place)
      const follower: OpenFollower = { place, isClosed: false, wake: () => undefined }
      followers.add(follower)
      timer ??= setInterval(tick, LOOK_EVERY_MS)
      // What was read before may be old: nobody looked since the last stream ended.
      if (followers.size === 1) {
        state = null
        tick()
      } else note()
      return {
        async next(seen, ms, signal) {
          if (!follower.isClosed && (state === null || state === seen) && !signal.aborted)
            await wokenWithin(follower, ms, signal)
          if (follower.isClosed) return 'closed'
          return state === seen ? null : state
        },
        stop: () => end(follower),
      }
    },
    countFollowers: () => followers.size,
    async close() {
      for (const follower of [...followers]) end(follower)
      await stopListening?.()
      await reading
      clearTimeout(gap)
    },
  }
}

function shorten(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, HASH_CHARS)
}

function wokenWithin(follower: OpenFollower, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(wake, ms)
    signal.addEventListener('abort', wake, { once: true })
    follower.wake = wake
    function wake(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', wake)
      follower.wake = () => undefined
      resolve()
    }
  })
}
