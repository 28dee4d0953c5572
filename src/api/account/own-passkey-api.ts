import * as v from 'valibot'
import { envelopeOf } from '#src/api/answer-schemas.ts'
import { call } from '#src/api/http-client.ts'
import { type Passkeys, PasskeysSchema } from '#src/domain/account/passkey.ts'

// The passkeys of the signed-in person. Works only online. Each call throws ApiError.

const OWN = '/auth/passkeys'
const Done = v.looseObject({ success: v.literal(true) })

/** GET /auth/passkeys */
export function listPasskeys(signal?: AbortSignal): Promise<Passkeys> {
  return call(OWN, envelopeOf(PasskeysSchema), { signal })
}

/** PATCH /auth/passkeys/{id} */
export async function renamePasskey(id: string, name: string): Promise<void> {
  await call(pathOf(id), Done, { method: 'PATCH', body: { name } })
}

/** DELETE /auth/passkeys/{id}; 409 for the last second factor of an account whose role requires one. */
export async function removePasskey(id: string): Promise<void> {
  await call(pathOf(id), Done, { method: 'DELETE' })
}

function pathOf(id: string): string {
  return `${OWN}/${encodeURIComponent(id)}`
}
