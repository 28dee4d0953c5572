import * as v from 'valibot'
import { envelopeOf, listOf } from '#src/api/answer-schemas.ts'
import { call } from '#src/api/http-client.ts'
import { WireText } from '#src/domain/text.ts'

// What a restored backup may have brought back, which owners look at online only. Each call throws ApiError.

const RESTORE = '/admin/restore'

const RestoredPasskeySchema = v.looseObject({
  _id: v.string(),
  fullName: WireText,
  email: WireText,
  name: v.string(),
  createdAt: v.string(),
  lastUsedAt: WireText,
})
export type RestoredPasskey = v.InferOutput<typeof RestoredPasskeySchema>

const RestoreAnswer = envelopeOf(
  v.nullable(
    v.looseObject({
      restoredAt: v.string(),
      /** The file name of the backup; null if the server does not know it. */
      backup: WireText,
      passkeys: listOf(RestoredPasskeySchema),
      /** The number of passkeys of members. */
      memberPasskeys: v.number(),
    }),
  ),
)
const Done = v.looseObject({ success: v.literal(true) })

/** GET /admin/restore: the restore that nobody has dealt with; null without one. */
export function findRestore(signal?: AbortSignal) {
  return call(RESTORE, RestoreAnswer, { signal })
}

/** DELETE /admin/restore/passkeys/{id}; 409 for the own last factor of a role that needs one. */
export async function removeRestoredPasskey(id: string): Promise<void> {
  await call(`${RESTORE}/passkeys/${encodeURIComponent(id)}`, Done, { method: 'DELETE' })
}

/** DELETE /admin/restore/member-passkeys */
export async function removeMemberPasskeys(): Promise<void> {
  await call(`${RESTORE}/member-passkeys`, Done, { method: 'DELETE' })
}

/** DELETE /admin/restore: puts the list away. */
export async function endRestoreCheck(): Promise<void> {
  await call(RESTORE, Done, { method: 'DELETE' })
}
