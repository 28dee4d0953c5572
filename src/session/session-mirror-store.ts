import type { CacheDatabase, SessionMirror } from '#src/storage/cache-database.ts'
import { troubleOf } from '#src/storage/storage-trouble.ts'

// The worker cannot read localStorage: this one row tells it whose changes it may send, and with which token.

export type SessionMirrorStore = ReturnType<typeof createSessionMirrorStore>

export function createSessionMirrorStore(database: CacheDatabase) {
  /** A token that a sign-out could not take away would be sent with: a dead connection is opened again for it. */
  async function reach<Result>(work: () => PromiseLike<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (troubleOf(error) !== 'lost' || database.hasBeenClosed()) throw error
      database.close({ disableAutoOpen: false })
      await database.open()
      return await work() // each of them comes to the same when it is done twice
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
