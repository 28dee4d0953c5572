import * as v from 'valibot'
import type { PasskeyRow } from '#server/platform/database/rows/account-rows.ts'
import {
  envelopeWith,
  recordWith,
  WireId,
  WireTime,
} from '#server/platform/http/calls/wire-values.ts'

export const PasskeyWireSchema = recordWith('Passkey', {
  _id: WireId,
  name: v.string(),
  createdAt: WireTime,
  lastUsedAt: v.nullable(WireTime),
  isBackedUp: v.pipe(v.boolean(), v.description('Synchronised between devices.')),
})
export const PasskeyAnswerSchema = envelopeWith(PasskeyWireSchema)
export const PasskeysAnswerSchema = envelopeWith(
  v.strictObject({
    origin: v.nullable(
      v.pipe(v.string(), v.description('Where the passkeys work; null at an IP address.')),
    ),
    passkeys: v.array(PasskeyWireSchema),
  }),
)

/** Options in WebAuthn's own JSON format, which the app passes to the browser. */
export const PasskeyOptionsAnswerSchema = envelopeWith(
  v.looseObject({ challenge: v.pipe(v.string(), v.nonEmpty()) }),
)

export function toWirePasskey(passkey: PasskeyRow): v.InferInput<typeof PasskeyWireSchema> {
  return {
    _id: passkey.id,
    name: passkey.name,
    createdAt: passkey.created_at,
    lastUsedAt: passkey.last_used_at,
    isBackedUp: passkey.is_backed_up === 1,
  }
}
