import type { ApiKeyScope } from '#src/domain/api-key.ts'

/** The key with which a program calls, and the business that it acts for. */
export interface KeyHolder {
  keyId: string
  /** The first characters of the key. */
  prefix: string
  /** The account of the business. */
  ownerId: string
  scopes: readonly ApiKeyScope[]
  lastUsedAt: string | null
}
