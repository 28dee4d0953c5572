import type { ApiKeyScope } from '#src/domain/api-key.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** Set instead of `session` in calls with an API key. */
    keyHolder: KeyHolder
  }
}

/** The API key of a call, and the business that the key acts for. */
export interface KeyHolder {
  keyId: string
  /** The first characters of the key. */
  prefix: string
  /** The account of the business. */
  ownerId: string
  scopes: readonly ApiKeyScope[]
  lastUsedAt: string | null
}
