import { createContext, useContext } from 'react'

// What the entrances need of the app and do not carry with them: they are shown first, and the rest of the app comes
// while somebody types.

export type AuthApi = typeof import('#src/api/auth-api.ts')

export interface Entrance {
  /** The calls under /auth, once the app is connected. @throws ApiError when its code cannot be had. */
  loadApi(): Promise<AuthApi>
  /** Signs out whoever is signed in, keeps their unsent changes and wipes their saved copies. */
  leave(): Promise<void>
}

export const EntranceContext = createContext<Entrance | null>(null)

export function useEntrance(): Entrance {
  const entrance = useContext(EntranceContext)
  if (!entrance) throw new Error('useEntrance needs an EntranceContext around it')
  return entrance
}
