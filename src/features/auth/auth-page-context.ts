import { createContext, useContext } from 'react'

// The services that the auth pages need but do not bundle: the pages render first, and the rest of the app loads while
// the person types.

export type AuthApi = typeof import('#src/api/account/auth-api.ts')

export interface AuthPageServices {
  /** Connects the API client and loads the calls under /auth. @throws ApiError if their code fails to load. */
  loadApi(): Promise<AuthApi>
  /** Signs out the current user, keeps their unsent changes and wipes their saved copies. */
  leave(): Promise<void>
}

export const AuthPageContext = createContext<AuthPageServices | null>(null)

export function useAuthPageServices(): AuthPageServices {
  const authPage = useContext(AuthPageContext)
  if (!authPage) throw new Error('useAuthPageServices needs an AuthPageContext around it')
  return authPage
}
