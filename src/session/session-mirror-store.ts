import type { CacheDatabase, SessionMirror } from '#src/storage/cache-database.ts'
import { troubleOf } from '#src/storage/storage-trouble.ts'

// The worker cannot read localStorage: this one row tells it whose changes it may send, and with which token.

export type SessionMirrorStore = ReturnType<typeof createSessionMirrorStore>

export function createSessionMirrorStore(database: CacheDatabase) {
  /** Reopens a dead connection. Otherwise a sign-out could fail to remove the token that the worker sends with. */
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
