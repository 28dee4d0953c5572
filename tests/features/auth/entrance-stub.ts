import * as authApi from '#src/api/auth-api.ts'
import type { Entrance } from '#src/features/auth/entrance-context.ts'

/** An app that is already loaded, without another account to sign out first. */
export const ENTRANCE: Entrance = {
  loadApi: async () => authApi,
  leave: async () => undefined,
}
