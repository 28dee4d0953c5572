import type { SessionMirrorStore } from './session-mirror-store.ts'
import { type SessionStore, userIdOf } from './session-store.ts'

// Syncs the worker's copy of the session: writes it after a sign-in, and removes it before a sign-out.

/**
 * Writes the current session at once, then follows its changes. The returned function stops this, and resolves after the
 * last write.
 */
export function startSessionMirror(
  session: SessionStore,
  mirror: SessionMirrorStore,
): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  const follow = () => {
    const now = session.find()
    const step = () =>
      now
        ? mirror.set({ userId: userIdOf(now), token: now.token, expiresAt: now.expiresAt })
        : mirror.clear()
    // One after the other, so that the last session wins however busy the database is.
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
