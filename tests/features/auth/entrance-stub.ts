import * as authApi from '#src/api/auth-api.ts'
import type { Entrance } from '#src/features/auth/entrance-context.ts'

/** An app that is loaded already, and that nobody has to leave. */
export const ENTRANCE: Entrance = {
  loadApi: async () => authApi,
  leave: async () => undefined,
}
