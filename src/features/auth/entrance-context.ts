import { createContext, useContext } from 'react'

// What the auth pages need from the app but do not bundle: they show first, and the rest of the app loads while the
// person types.

export type AuthApi = typeof import('#src/api/auth-api.ts')

export interface Entrance {
  /** The calls under /auth, once the app is connected. @throws ApiError if its code fails to load. */
  loadApi(): Promise<AuthApi>
  /** Signs out the current user, keeps their unsent changes and wipes their saved copies. */
  leave(): Promise<void>
}

export const EntranceContext = createContext<Entrance | null>(null)

export function useEntrance(): Entrance {
  const entrance = useContext(EntranceContext)
  if (!entrance) throw new Error('useEntrance needs an EntranceContext around it')
  return entrance
}
