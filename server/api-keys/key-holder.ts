import type { ApiKeyScope } from '#src/domain/api-key.ts'

/** The program that calls, and for whom. */
export interface KeyHolder {
  keyId: string
  /** The first characters of the key. */
  prefix: string
  /** The account of the business. */
  ownerId: string
  scopes: readonly ApiKeyScope[]
  lastUsedAt: string | null
}
