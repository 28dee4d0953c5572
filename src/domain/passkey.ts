import * as v from 'valibot'
import { OwnPasswordSchema } from './own-account.ts'
import { LineSchema, WireText } from './text.ts'

// Passkeys (WebAuthn), each of which counts as both factors of a sign-in.

const MAX_NAME_CHARS = 60 // fits a line of the list
const MAX_FIELD_CHARS = 20_000 // larger than any answer of an authenticator without attestation

const Text = v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_FIELD_CHARS))
const CommonFields = {
  id: Text,
  rawId: Text,
  type: v.literal('public-key'),
  clientExtensionResults: v.fallback(v.looseObject({}), {}),
  authenticatorAttachment: v.optional(v.picklist(['cross-platform', 'platform'])),
}

export const PasskeyNameSchema = v.object({
  name: LineSchema('Give the passkey a name.', MAX_NAME_CHARS),
})

/**
 * The body of POST /auth/passkeys: what the browser made (WebAuthn's RegistrationResponseJSON). Without a name, the
 * server names it after the device.
 */
export const NewPasskeySchema = v.object({
  name: v.optional(PasskeyNameSchema.entries.name),
  response: v.object({
    ...CommonFields,
    response: v.object({
      clientDataJSON: Text,
      attestationObject: Text,
      transports: v.optional(v.array(Text)),
    }),
  }),
})
export type NewPasskey = v.InferOutput<typeof NewPasskeySchema>

/** What the browser signed (WebAuthn's AuthenticationResponseJSON). */
const AssertionSchema = v.object({
  ...CommonFields,
  response: v.object({
    clientDataJSON: Text,
    authenticatorData: Text,
    signature: Text,
    userHandle: v.optional(Text),
  }),
})
export type Assertion = v.InferOutput<typeof AssertionSchema>

/** The body of POST /auth/passkey. */
export const PasskeySignInSchema = v.object({
  response: AssertionSchema,
  deviceToken: OwnPasswordSchema.entries.deviceToken,
})
export type PasskeySignIn = v.InferOutput<typeof PasskeySignInSchema>

/** The body of POST /auth/confirm: an answer of a passkey, or the fields of `OwnPasswordSchema`. */
export const ConfirmationSchema = v.object({
  passkey: v.optional(AssertionSchema),
  password: v.optional(OwnPasswordSchema.entries.password),
  deviceToken: OwnPasswordSchema.entries.deviceToken,
})

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
  /** The only origin at which the passkeys work; null if it is an IP address, where none do. */
  origin: WireText,
  passkeys: v.array(PasskeySchema),
})
export type Passkeys = v.InferOutput<typeof PasskeysSchema>
