import * as v from 'valibot'
import { LineSchema } from '#src/domain/text.ts'
import { boundedList } from '#src/domain/wire.ts'
import { OwnPasswordSchema } from './own-account.ts'

// The WebAuthn responses that browsers send to the server.

const MAX_NAME_CHARS = 60 // fits a line of the list
const MAX_FIELD_CHARS = 20_000 // larger than any answer of an authenticator without attestation

const MAX_TRANSPORTS = 20 // WebAuthn names seven

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
 * The body of POST /auth/passkeys: the new credential (WebAuthn's RegistrationResponseJSON). Without a name, the server
 * names the passkey after the device.
 */
export const NewPasskeySchema = v.object({
  name: v.optional(PasskeyNameSchema.entries.name),
  response: v.object({
    ...CommonFields,
    response: v.object({
      clientDataJSON: Text,
      attestationObject: Text,
      transports: v.optional(
        boundedList(Text, MAX_TRANSPORTS, {
          notAList: 'The answer of the browser is not valid.',
          tooMany: 'The answer of the browser is not valid.',
        }),
      ),
    }),
  }),
})
export type NewPasskey = v.InferOutput<typeof NewPasskeySchema>

/** The assertion that the browser signed (WebAuthn's AuthenticationResponseJSON). */
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

/** The body of POST /auth/confirm: the assertion of a passkey, or the fields of `OwnPasswordSchema`. */
export const ConfirmationSchema = v.object({
  passkey: v.optional(AssertionSchema),
  password: v.optional(OwnPasswordSchema.entries.password),
  deviceToken: OwnPasswordSchema.entries.deviceToken,
})
