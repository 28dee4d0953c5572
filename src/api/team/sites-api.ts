import * as v from 'valibot'
import { envelopeOf, listOf } from '#src/api/answer-schemas.ts'
import { call } from '#src/api/http-client.ts'
import { type ApiKey, ApiKeySchema, type NewApiKey } from '#src/domain/api-key.ts'

// API keys for the websites of businesses, which the team's owners manage online only. Each call throws ApiError.

const API_KEYS = '/admin/api-keys'
const KeysAnswer = envelopeOf(listOf(ApiKeySchema))
const CreatedAnswer = envelopeOf(v.object({ key: v.string() }))
const Done = v.looseObject({ success: v.literal(true) })

/** GET /admin/api-keys */
export function listApiKeys(signal?: AbortSignal): Promise<ApiKey[]> {
  return call(API_KEYS, KeysAnswer, { signal })
}

/** POST /admin/api-keys. Returns the whole key, which no other call returns. */
export async function createApiKey(wanted: NewApiKey): Promise<string> {
  return (await call(API_KEYS, CreatedAnswer, { method: 'POST', body: wanted })).key
}

/** DELETE /admin/api-keys/{id} */
export async function revokeApiKey(id: string): Promise<void> {
  await call(`${API_KEYS}/${encodeURIComponent(id)}`, Done, { method: 'DELETE' })
}
