import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { formatDateTime } from '#src/domain/dates.ts'
import { SessionReplacedSchema } from '#src/domain/wire.ts'
import type { SessionMirrorStore } from './session-mirror-store.ts'
import { isExpired, type Session, type SessionStore, userIdOf } from './session-store.ts'
import { keepDraftsOf, removeDraftsOf } from './use-draft.ts'

// Ends a session: after a 401, at its expiry, or at a sign-out. Deletes the saved copies and keeps the outbox.

const STORAGE_WAIT_MS = 2_000 // a working storage answers within milliseconds

/** The sign-in on another device that ended this session. */
export interface Replacement {
  device: string
  /** '17 Jun 25, 14:05' */
  time: string
}

/** Why the session ended; the home page shows a message for it. */
export type EndReason = 'unauthorised' | 'expired' | Replacement

/** A session that ended without a sign-out. */
export interface EndedSession {
  reason: EndReason
  userId: string
}

/** The stores that still hold data of an ended session. */
export interface EndedStorage {
  /** Confirmed changes are deleted, because they have no use without the saved copies. */
  store: { forgetConfirmed(): Promise<unknown> }
  mirror: Pick<SessionMirrorStore, 'clear'>
  cacheEntries: { clear(): Promise<void> }
}

export interface SessionEndParts {
  session: SessionStore
  openStorage(): Promise<EndedStorage>
  queryClient: QueryClient
  /** Forgets which records the person opened last. */
  forgetRecords(): void
  /** Ends the session on the server. */
  revokeToken(token: string): Promise<void>
}

export type SessionEnd = ReturnType<typeof createSessionEnd>

export function createSessionEnd({
  session,
  openStorage,
  queryClient,
  forgetRecords,
  revokeToken,
}: SessionEndParts) {
  const listeners = new Set<(end: EndedSession) => void>()
  let lastEnd: EndedSession | null = null
  let lastUserId = session.findUserId()
  let revoking: Promise<void> = Promise.resolve()
  let wiping: Promise<void> = Promise.resolve()

  /** Tells the other tabs to discard their drafts after a sign-out. A 401 keeps the drafts. */
  const signOuts = new BroadcastChannel('sign-outs')
  signOuts.onmessage = ({ data }: MessageEvent<{ userId: string }>) => removeDraftsOf(data.userId)

  session.subscribe((now) => {
    if (!now) return
    lastEnd = null
    const userId = userIdOf(now)
    // Another tab has signed in another user and deleted the saved copies: remove the previous user's data from memory.
    if (lastUserId !== null && lastUserId !== userId) clearQueryCache()
    lastUserId = userId
    keepDraftsOf(userId)
  })

  function clearQueryCache() {
    void queryClient.cancelQueries()
    queryClient.clear()
  }

  function wipe(): Promise<void> {
    clearQueryCache()
    forgetRecords()
    wiping = removeCacheEntries().catch((error: unknown) => {
      console.error('The saved copies could not be removed from this device.', error)
    })
    return wiping
  }

  async function removeCacheEntries(): Promise<void> {
    const { cacheEntries, store } = await openStorage()
    await cacheEntries.clear()
    await store.forgetConfirmed()
  }

  /** Deletes the session mirror, which the worker reads. A storage error or timeout does not block the sign-out. */
  async function clearMirror(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('The storage does not answer.')), STORAGE_WAIT_MS)
    })
    try {
      await Promise.race([openStorage().then(({ mirror }) => mirror.clear()), timeout])
    } catch (error) {
      console.error('The service worker could not be notified of the sign-out.', error)
    } finally {
      clearTimeout(timer)
    }
  }

  function forgetDrafts(userId: string) {
    removeDraftsOf(userId)
    signOuts.postMessage({ userId })
  }

  async function revoke(token: string): Promise<void> {
    try {
      await revokeToken(token)
    } catch (error) {
      // The device has already removed the token. On the server, the session expires later.
      console.info('The session could not be ended on the server as well.', error)
    }
  }

  /** Sets the reason before it clears the session, because clearing makes the route guards read the reason at once. */
  function end(ended: Session, reason: EndReason, forget: () => void) {
    const lastEnded = { reason, userId: userIdOf(ended) }
    lastEnd = lastEnded
    forget()
    void wipe()
    for (const listener of listeners) listener(lastEnded)
  }

  return {
    /**
     * Ends the session after a 401 to a call with this token. Concurrent 401s end it once: the first removes the token,
     * so the other calls no longer have the current token.
     */
    onUnauthorised(token: string | null, path: string, body?: unknown): void {
      const current = session.find()
      if (!current || token !== current.token) return
      end(current, readReason(body), path.startsWith('/admin') ? session.clear : session.clearToken)
    },

    /** Ends an expired session. The outbox keeps its changes until the same person signs in again. */
    endIfExpired(nowMs: number): void {
      const current = session.find()
      if (!current || !isExpired(current, nowMs)) return
      end(current, 'expired', session.clear)
    },

    /** Signs out, also offline. Clears the session mirror first, so that the service worker sends no more changes. */
    async signOut(): Promise<void> {
      const current = session.find()
      lastEnd = null
      await clearMirror()
      session.clear()
      if (current) forgetDrafts(userIdOf(current))
      // Not awaited: without a network, the request would block the sign-out.
      if (current) revoking = revoke(current.token)
      await wipe()
    },

    /** Resolves when no work for an ended session is running. */
    async idle(): Promise<void> {
      await Promise.all([revoking, wiping])
    },

    dispose(): void {
      signOuts.close()
    },

    /** How the last session of this page ended; null after a sign-out or a new sign-in. */
    findEnd: (): EndedSession | null => lastEnd,

    /** Removes all saved copies. Call it only when nobody is signed in; a crash may have left copies behind. */
    wipe,

    subscribe(listener: (end: EndedSession) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function readReason(body: unknown): EndReason {
  const read = v.safeParse(SessionReplacedSchema, body)
  if (!read.success) return 'unauthorised'
  const { device, replacedAt } = read.output.data
  return { device, time: formatDateTime(replacedAt) }
}
