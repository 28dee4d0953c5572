import * as authApi from '#src/api/account/auth-api.ts'
import type { AuthPageServices } from '#src/features/auth/auth-page-context.ts'

/** An app that is already loaded, without another account to sign out first. */
export const AUTH_PAGE: AuthPageServices = {
  loadApi: async () => authApi,
  leave: async () => undefined,
}
