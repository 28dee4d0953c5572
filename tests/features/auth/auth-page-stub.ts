import * as authApi from '#src/api/account/auth-api.ts'
import type { AuthPageServices } from '#src/features/auth/auth-page-context.ts'

/** Services of an app that is already loaded. `leave` has no account to sign out. */
export const AUTH_PAGE: AuthPageServices = {
  loadApi: async () => authApi,
  leave: async () => undefined,
}
