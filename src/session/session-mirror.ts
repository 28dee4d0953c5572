import type { SessionMirrorStore } from './session-mirror-store.ts'
import { type SessionStore, userIdOf } from './session-store.ts'

// Keeps the worker's copy of the session in step with the page's: written after a sign-in, gone before a sign-out.

/**
 * Follows the session from now on; what is stored already is brought in step at once. The answer stops following, and
 * resolves when the last step is written.
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
    // One after the other, so that the last session wins whatever the database is busy with.
    last = last.then(step).catch((error: unknown) => {
      console.warn('The session could not be handed to the service worker.', error)
    })
  }
  follow()
  const unsubscribe = session.subscribe(follow)
  return () => {
    unsubscribe()
    return last
  }
}
