import type { CacheDatabase, SessionMirror } from '#src/storage/cache-database.ts'
import { troubleOf } from '#src/storage/storage-trouble.ts'

// A copy of the session for the service worker, which cannot read localStorage: the user whose changes the worker may
// send, and the token to send them with.

export type SessionMirrorStore = ReturnType<typeof createSessionMirrorStore>

export function createSessionMirrorStore(database: CacheDatabase) {
  /** Reopens a lost connection and repeats the work, so that a sign-out reliably removes the worker's token. */
  async function reach<Result>(work: () => PromiseLike<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (troubleOf(error) !== 'lost' || database.hasBeenClosed()) throw error
      database.close({ disableAutoOpen: false })
      await database.open()
      return await work() // every call is idempotent
    }
  }

  return {
    async find(): Promise<SessionMirror | null> {
      return (await reach(() => database.mirror.get('session'))) ?? null
    },
    async set(session: Omit<SessionMirror, 'name'>): Promise<void> {
      await reach(() => database.mirror.put({ name: 'session', ...session }))
    },
    async clear(): Promise<void> {
      await reach(() => database.mirror.clear())
    },
  }
}
