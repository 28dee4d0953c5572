import type { CacheDatabase, SessionMirror } from './cache-database.ts'

// The worker cannot read localStorage: this one row tells it whose changes it may send, and with which token.

export type SessionMirrorStore = ReturnType<typeof createSessionMirrorStore>

export function createSessionMirrorStore(database: CacheDatabase) {
  return {
    async find(): Promise<SessionMirror | null> {
      return (await database.mirror.get('session')) ?? null
    },
    async set(session: Omit<SessionMirror, 'name'>): Promise<void> {
      await database.mirror.put({ name: 'session', ...session })
    },
    async clear(): Promise<void> {
      await database.mirror.clear()
    },
  }
}
