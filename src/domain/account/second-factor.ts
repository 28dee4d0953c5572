import * as v from 'valibot'
import { MAX_PASSWORD_CHARS } from './account.ts'

// Two-step sign-in: a code of an authenticator app (RFC 6238), or one of the recovery codes.

export const RECOVERY_CODES = 10
export const RECOVERY_CODE_CHARS = 10

const ENTER_CODE = 'Enter the code of your authenticator app.'

/** The six digits of an authenticator app. Spaces are ignored, because apps show '123 456'. */
export const TotpCodeSchema = v.pipe(
  v.string(ENTER_CODE),
  v.transform((text) => text.replace(/\s/g, '')),
  v.nonEmpty(ENTER_CODE),
  v.regex(/^\d{6}$/, 'The code has 6 digits.'),
)

/** A code of the app, or a recovery code in upper or lower case, with or without its dash. */
export const FactorCodeSchema = v.pipe(
  v.string(ENTER_CODE),
  v.transform((text) => text.replace(/[\s-]/g, '').toLowerCase()),
  v.nonEmpty(ENTER_CODE),
  v.regex(
    /^(?:\d{6}|[0-9a-z]{10})$/,
    'Enter the 6 digits of the app, or a recovery code with 10 letters and digits.',
  ),
)

/** The body of POST /auth/second-factor. A malformed challenge is treated like an unknown one. */
export const SecondFactorSchema = v.object({
  challenge: v.fallback(v.pipe(v.string(), v.maxLength(200)), ''),
  code: FactorCodeSchema,
  deviceToken: v.fallback(v.nullish(v.pipe(v.string(), v.regex(/^[\w-]{43}$/)), null), null),
})
export type SecondFactor = v.InferOutput<typeof SecondFactorSchema>

/** The body of POST /auth/second-factor/enrolment. */
export const EnrolmentSchema = v.object({ challenge: SecondFactorSchema.entries.challenge })

/** The body of POST /auth/second-factor/enrolment/confirm. */
export const EnrolmentCodeSchema = v.object({
  ...SecondFactorSchema.entries,
  code: TotpCodeSchema,
})

/** The body of POST /auth/second-factor/confirm. */
export const TotpConfirmationSchema = v.object({ code: TotpCodeSchema })

/** The body of the calls that change the second factor. */
export const FactorPasswordSchema = v.object({
  password: v.pipe(
    v.string('Enter your password.'),
    v.nonEmpty('Enter your password.'),
    v.maxLength(MAX_PASSWORD_CHARS, 'This password is too long.'),
  ),
})

export interface FactorState {
  isOn: boolean
  recoveryCodesLeft: number
}

/** The data that an authenticator app needs. The server sends it once. */
export interface TotpSetup {
  /** Base32, to type into the app. */
  secret: string
  /** An otpauth:// URI. */
  address: string
}
