import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { revokeToken } from '#src/api/auth-api.ts'
import { formatDateTime } from '#src/domain/dates.ts'
import { SessionReplacedSchema } from '#src/domain/wire.ts'
import type { OutboxStore } from '#src/outbox/queue/outbox-store.ts'
import type { QueryCopyStore } from '#src/query-cache/query-copy-store.ts'
import type { SessionMirrorStore } from '#src/session/session-mirror-store.ts'
import { isExpired, type Session, type SessionStore, userIdOf } from '#src/session/session-store.ts'
import { keepDraftsOf, removeDraftsOf } from '#src/session/use-draft.ts'
import type { EndedSession, EndReason } from './ended-session.ts'

// How a session ends: by a 401, by its own date, or by signing out. Saved copies go, the outbox stays.

const STORAGE_WAIT_MS = 2_000 // a storage that works takes milliseconds

/** What a session leaves on the device. */
export interface EndedStorage {
  /** What of the outbox was only there to be held over a copy. */
  store: Pick<OutboxStore, 'forgetConfirmed'>
  mirror: Pick<SessionMirrorStore, 'clear'>
  copies: Pick<QueryCopyStore, 'clear'>
}

export interface SessionEndParts {
  session: SessionStore
  openStorage(): Promise<EndedStorage>
  queryClient: QueryClient
}

export type SessionEnd = ReturnType<typeof createSessionEnd>

export function createSessionEnd({ session, openStorage, queryClient }: SessionEndParts) {
  const listeners = new Set<(end: EndedSession) => void>()
  let lastEnd: EndedSession | null = null
  let lastUserId = session.findUserId()
  let revoking: Promise<void> = Promise.resolve()
  let wiping: Promise<void> = Promise.resolve()

  /** A sign-out is told to the other tabs: unlike a 401, it takes along what was being typed there. */
  const signOuts = new BroadcastChannel('sign-outs')
  signOuts.onmessage = ({ data }: MessageEvent<{ userId: string }>) => removeDraftsOf(data.userId)

  session.subscribe((now) => {
    if (!now) return
    lastEnd = null
    const userId = userIdOf(now)
    // Another tab signed someone else in, and wiped the copies: nothing of the person before may stay in memory here.
    if (lastUserId !== null && lastUserId !== userId) forgetMemory()
    lastUserId = userId
    keepDraftsOf(userId)
  })

  function forgetMemory() {
    void queryClient.cancelQueries()
    queryClient.clear()
  }

  function wipe(): Promise<void> {
    forgetMemory()
    wiping = removeCopies().catch((error: unknown) => {
      console.error('The saved copies could not be removed from this device.', error)
    })
    return wiping
  }

  async function removeCopies(): Promise<void> {
    const { copies, store } = await openStorage()
    await copies.clear()
    await store.forgetConfirmed()
  }

  /** A storage that fails, or does not answer, keeps nobody from leaving. */
  async function clearMirror(): Promise<void> {
    let late: ReturnType<typeof setTimeout> | undefined
    const silence = new Promise<never>((_, reject) => {
      late = setTimeout(() => reject(new Error('The storage does not answer.')), STORAGE_WAIT_MS)
    })
    try {
      await Promise.race([openStorage().then(({ mirror }) => mirror.clear()), silence])
    } catch (error) {
      console.error('The service worker could not be told of the sign-out.', error)
    } finally {
      clearTimeout(late)
    }
  }

  function forgetDrafts(userId: string) {
    removeDraftsOf(userId)
    signOuts.postMessage({ userId })
  }

  /** The reason stands before the session goes: the guard asks for it in the same moment. */
  function end(ended: Session, reason: EndReason, forget: () => void) {
    const lastEnded = { reason, userId: userIdOf(ended) }
    lastEnd = lastEnded
    forget()
    void wipe()
    for (const listener of listeners) listener(lastEnded)
  }

  return {
    /**
     * A call with this token was answered 401. Many at once end one session once: the first one forgets the token,
     * the others come with a token that is no longer this device's.
     */
    onUnauthorised(token: string | null, path: string, body?: unknown): void {
      const current = session.find()
      if (!current || token !== current.token) return
      end(current, readReason(body), path.startsWith('/admin') ? session.clear : session.clearToken)
    },

    /** Ends a session whose date has come; the outbox waits for the same person. */
    endIfExpired(nowMs: number): void {
      const current = session.find()
      if (!current || !isExpired(current, nowMs)) return
      end(current, 'expired', session.clear)
    },

    /** Signs out, without a network too: the worker's mirror goes first, so that nothing is sent any more. */
    async signOut(): Promise<void> {
      const current = session.find()
      lastEnd = null
      await clearMirror()
      session.clear()
      if (current) forgetDrafts(userIdOf(current))
      // Nobody waits for the server: without a network that would keep the person from leaving.
      if (current) revoking = revoke(current.token)
      await wipe()
    },

    /** Resolves when nothing of an ended session is under way any more. */
    async idle(): Promise<void> {
      await Promise.all([revoking, wiping])
    },

    dispose(): void {
      signOuts.close()
    },

    /** How the last session of this page ended by itself; null after a sign-out. */
    findEnd: (): EndedSession | null => lastEnd,

    /** Nobody is signed in: whatever the reason, and whatever a crash left behind, no copy stays. */
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

async function revoke(token: string): Promise<void> {
  try {
    await revokeToken(token)
  } catch (error) {
    // The device has forgotten the token already; the server's copy of it ends by its own date.
    console.info('The session could not be ended on the server as well.', error)
  }
}
