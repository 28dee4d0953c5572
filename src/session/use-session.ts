import { createContext, useContext, useSyncExternalStore } from 'react'
import { type Session, type SessionStore, userIdOf } from './session-store.ts'

export const SessionContext = createContext<SessionStore | null>(null)

const NOBODY = 'nobody'

export function useSessionStore(): SessionStore {
  const store = useContext(SessionContext)
  if (!store) throw new Error('useSessionStore needs a SessionContext around it')
  return store
}

/** The session of the signed-in person; null if there is none. */
export function useSession(): Session | null {
  const store = useSessionStore()
  return useSyncExternalStore(store.subscribe, store.find, store.find)
}

/** The id of the signed-in user, for per-user keys; 'nobody' without a session. */
export function useUserId(): string {
  const session = useSession()
  return session ? userIdOf(session) : NOBODY
}
