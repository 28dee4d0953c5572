import * as v from 'valibot'
import { WireText } from '#src/domain/text.ts'

/** A passkey of the signed-in account. */
export const PasskeySchema = v.pipe(
  v.looseObject({
    _id: v.string(),
    name: v.string(),
    createdAt: v.string(),
    lastUsedAt: WireText,
    isBackedUp: v.boolean(),
  }),
  v.transform(({ _id, name, createdAt, lastUsedAt, isBackedUp }) => {
    return { id: _id, name, createdAt, lastUsedAt, isBackedUp }
  }),
)
export type Passkey = v.InferOutput<typeof PasskeySchema>

/** The answer of GET /auth/passkeys. */
export const PasskeysSchema = v.looseObject({
  /** The only origin at which passkeys work; null if the server's host is an IP address, where none work. */
  origin: WireText,
  passkeys: v.array(PasskeySchema),
})
export type Passkeys = v.InferOutput<typeof PasskeysSchema>
