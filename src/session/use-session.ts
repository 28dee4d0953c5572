import { useContext, useSyncExternalStore } from 'react'
import { SessionContext } from './session-context.ts'
import type { Session, SessionStore } from './session-store.ts'

export function useSessionStore(): SessionStore {
  const store = useContext(SessionContext)
  if (!store) throw new Error('useSessionStore needs a SessionContext around it')
  return store
}

/** Who is signed in; null when nobody is. */
export function useSession(): Session | null {
  const store = useSessionStore()
  return useSyncExternalStore(store.subscribe, store.find, store.find)
}
