import * as authApi from '#src/api/account/auth-api.ts'
import type { AuthPageServices } from '#src/features/auth/auth-page-context.ts'

/** The services that the app gives to the auth pages. Here the API is already loaded, and `leave` signs nobody out. */
export const AUTH_PAGE: AuthPageServices = {
  loadApi: async () => authApi,
  leave: async () => undefined,
}
