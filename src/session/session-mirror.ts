import type { SessionMirrorStore } from './session-mirror-store.ts'
import { type SessionStore, userIdOf } from './session-store.ts'

// Keeps the worker's copy of the session current: writes it after each change, and removes it when the session ends.

/**
 * Writes the current session at once, then after each change. The returned function ends the mirroring, and resolves
 * after the last write.
 */
export function startSessionMirror(
  session: SessionStore,
  mirror: SessionMirrorStore,
): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  const follow = () => {
    const step = () => {
      const now = session.find()
      return now
        ? mirror.set({ userId: userIdOf(now), token: now.token, expiresAt: now.expiresAt })
        : mirror.clear()
    }
    // Writes in sequence, so that the last session wins even if the database is slow.
    last = last.then(step).catch((error: unknown) => {
      console.warn('The session could not be stored for the service worker.', error)
    })
  }
  follow()
  const unsubscribe = session.subscribe(follow)
  return () => {
    unsubscribe()
    return last
  }
}
