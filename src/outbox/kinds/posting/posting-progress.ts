import { type Change, needsPerson } from '#src/domain/change.ts'
import { isSameChange } from '#src/outbox/change-ref.ts'
import type { Connectivity } from '#src/outbox/connectivity.ts'
import type { OutboxView } from '#src/outbox/outbox-view.ts'
import { WAITS_FOR_WIFI } from './files/file-sending.ts'

// What the outbox reports about one listing, for its screen.

export type PostingProgress =
  /** Nothing waits: the server has what was sent last. */
  | { kind: 'idle' }
  | { kind: 'sending' }
  /** It waits for the server, which does not answer. */
  | { kind: 'unreachable' }
  /** It waits, because the server has asked so or has a problem. */
  | { kind: 'delayed'; message: string }
  /** The text is on the server, and the files wait for Wi-Fi. */
  | { kind: 'waits-for-wifi' }
  | { kind: 'refused'; message: string }

const MOST_WAIT_MS = 10_000 // longer than this, nobody looks at a button that is busy; the outbox goes on

/** The change of a listing that says most: the one that needs its owner, else the last one; null if none is unconfirmed. */
export function findOpenPosting(changes: readonly Change[], id: string): Change | null {
  const open = changes.filter(({ entityId, state }) => entityId === id && state !== 'acked')
  return open.find(needsPerson) ?? open.at(-1) ?? null
}

/** `change` is that of `findOpenPosting`. */
export function progressOf(change: Change | null, isReachable: boolean): PostingProgress {
  if (!change) return { kind: 'idle' }
  const { state, lastError } = change
  const message = lastError?.message ?? ''
  if (needsPerson(change)) return { kind: 'refused', message }
  if (!isReachable) return { kind: 'unreachable' }
  if (state === 'sending' || !lastError) return { kind: 'sending' }
  if (message === WAITS_FOR_WIFI) return { kind: 'waits-for-wifi' }
  return lastError.status === null ? { kind: 'unreachable' } : { kind: 'delayed', message }
}

export interface ProgressParts {
  view: Pick<OutboxView, 'get' | 'subscribe'>
  connectivity: Pick<Connectivity, 'get' | 'subscribe'>
}

/**
 * Resolves with the result of the next try of this change, which was queued just now or is due again; 'sending' if it
 * takes long.
 */
export function nextProgress(parts: ProgressParts, asked: Change): Promise<PostingProgress> {
  const { view, connectivity } = parts
  return new Promise((resolve) => {
    const stops = [view.subscribe(look), connectivity.subscribe(look)]
    const timer = setTimeout(() => end({ kind: 'sending' }), MOST_WAIT_MS)
    look()

    function look(): void {
      const change = findOpenPosting(view.get().changes, asked.entityId)
      const isTried = !change || !isSameChange(change, asked) || change.tries > asked.tries
      const progress = progressOf(
        isTried || !change ? change : { ...change, lastError: null },
        connectivity.get() === 'online',
      )
      if (progress.kind !== 'sending') end(progress)
    }

    function end(progress: PostingProgress): void {
      clearTimeout(timer)
      for (const stop of stops) stop()
      resolve(progress)
    }
  })
}
