import * as v from 'valibot'
import {
  envelopeWith,
  recordWith,
  WireId,
  WireTime,
} from '#server/platform/http/calls/wire-values.ts'
import { API_KEY_SCOPES } from '#src/domain/api-key.ts'
import type { ListedKey } from './api-key-repository.ts'

const ApiKeyWireSchema = recordWith('ApiKey', {
  _id: WireId,
  name: v.string(),
  prefix: v.pipe(v.string(), v.description('The first characters of the key.')),
  scopes: v.array(v.picklist(API_KEY_SCOPES)),
  business: v.nullable(v.string()),
  createdBy: v.nullable(v.string()),
  createdAt: WireTime,
  expiresAt: v.nullable(WireTime),
  lastUsedAt: v.nullable(v.pipe(WireTime, v.description('To the minute.'))),
})

export const ApiKeyListSchema = envelopeWith(v.array(ApiKeyWireSchema))
export type ApiKeyListAnswer = v.InferInput<typeof ApiKeyListSchema>

export const CreatedKeySchema = envelopeWith(
  v.strictObject({
    _id: WireId,
    key: v.pipe(v.string(), v.description('The whole key, which no other call shows again.')),
  }),
)
export type CreatedKeyAnswer = v.InferInput<typeof CreatedKeySchema>

export function toWireKey(key: ListedKey): ApiKeyListAnswer['data'][number] {
  const { id, scopes, ...rest } = key
  const all = scopes.split(' ')
  return { _id: id, ...rest, scopes: API_KEY_SCOPES.filter((scope) => all.includes(scope)) }
}

/** Examples in the OpenAPI document. */
export const KEYS_EXAMPLE: ApiKeyListAnswer = {
  success: true,
  data: [
    {
      _id: '65a000000000000000000001',
      name: 'Site of Sharma Estates',
      prefix: 'pmk_Zk3x9Q',
      scopes: ['listings:import'],
      business: 'Sharma Estates',
      createdBy: 'Ravi Shah',
      createdAt: '2026-02-14T08:20:00.000Z',
      expiresAt: null,
      lastUsedAt: '2026-02-15T02:00:00.000Z',
    },
  ],
}
export const CREATED_EXAMPLE: CreatedKeyAnswer = {
  success: true,
  data: { _id: '65a000000000000000000001', key: `pmk_Zk3x9Q${'x'.repeat(37)}` },
}
