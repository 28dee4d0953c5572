import * as v from 'valibot'
import { MINIMUM_AGE } from '#src/domain/policy.ts'
import { WireText } from '#src/domain/text.ts'
import { NameSchema } from './person-name.ts'
import { barePhone, toIndianMobile } from './phone-number.ts'

export const ROLES = ['user', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** The signed-in person, from the server's answer to the sign-in. */
export interface Account {
  id: string
  fullName: string | null
  email: string | null
  role: Role
  /** The team role at the sign-in; null for end users and on a bare backend. */
  staffRole?: string | null
  /** Whether a one-time code has verified the e-mail address; null if the server does not send it. */
  isVerified: boolean | null
  /** When the account will be deleted, ISO 8601; null or missing if no deletion was requested. */
  deletionDueAt?: string | null
}

const MAX_EMAIL_CHARS = 254 // RFC 5321, section 4.5.3.1.3
/** ASVS 5.0 6.2.1, for end users, whose e-mail address a one-time code verifies */
export const MIN_PASSWORD_CHARS = 8
/** NIST SP 800-63B, for staff, whose password may be the only factor */
export const MIN_STAFF_PASSWORD_CHARS = 15
/** ASVS 5.0 6.2.9. Longer passwords are refused, not truncated. */
export const MAX_PASSWORD_CHARS = 128

/** An e-mail address, normalised for comparison: trimmed, lower case. */
export const EmailSchema = v.pipe(
  v.string('Enter an e-mail address.'),
  v.trim(),
  v.nonEmpty('Enter an e-mail address.'),
  v.toLowerCase(),
  v.email('Enter a valid e-mail address.'),
  v.maxLength(MAX_EMAIL_CHARS, 'This e-mail address is too long.'),
)

const NOT_MOBILE = 'Enter an Indian mobile number with 10 digits, such as 98765 43210.'

/**
 * An Indian mobile number: ten digits, the first from 6 to 9, as people type or paste it: with +91, 0091, 0 or `tel:`,
 * and any separators. Returns '+91 98765 43210'.
 */
export const PhoneSchema = v.pipe(
  v.string('Enter a mobile number.'),
  v.transform(barePhone),
  v.nonEmpty('Enter a mobile number.'),
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
    const phone = toIndianMobile(value)
    if (phone !== null) return phone
    addIssue({ message: NOT_MOBILE })
    return NEVER
  }),
)

/** The credentials that a person types to sign in. */
export const CredentialsSchema = v.object({
  email: EmailSchema,
  password: v.pipe(
    v.string('Enter a password.'),
    v.nonEmpty('Enter a password.'),
    v.maxLength(MAX_PASSWORD_CHARS, 'This password is too long.'),
  ),
})
export type Credentials = v.InferOutput<typeof CredentialsSchema>

/** The common fields of all bodies of POST /auth/login. A malformed device token is ignored, like a wrong one. */
export const SignInSchema = v.object({
  ...CredentialsSchema.entries,
  deviceToken: v.fallback(
    v.nullish(v.pipe(v.string(), v.regex(/^[\w-]{43}$/)), null), // 32 bytes as base64url
    null,
  ),
})

/** The body of POST /auth/register. */
export const RegistrationSchema = v.object({
  fullName: NameSchema,
  email: EmailSchema,
  phoneNumber: PhoneSchema,
  password: v.pipe(
    v.string('Choose a password.'),
    v.nonEmpty('Choose a password.'),
    v.minLength(MIN_PASSWORD_CHARS, `Choose at least ${MIN_PASSWORD_CHARS} characters.`),
    v.maxLength(MAX_PASSWORD_CHARS, `Choose at most ${MAX_PASSWORD_CHARS} characters.`),
  ),
  isAdult: v.literal(true, `You must be ${MINIMUM_AGE} or older and accept the terms.`),
})
export type Registration = v.InferOutput<typeof RegistrationSchema>

/** Digits of a one-time code: ASVS 5.0 6.5.4. */
export const CODE_DIGITS = 6

/** A one-time code as people type or paste it: '123 456' is 123456. */
export const CodeSchema = v.pipe(
  v.string('Enter the code from the e-mail.'),
  v.transform((text) => text.replace(/\s/g, '')),
  v.nonEmpty('Enter the code from the e-mail.'),
  v.regex(/^\d{6}$/, `The code has ${CODE_DIGITS} digits.`),
)

/** The body of POST /auth/verify-otp. */
export const VerificationSchema = v.object({ email: EmailSchema, otp: CodeSchema })
export type Verification = v.InferOutput<typeof VerificationSchema>

/** The body of POST /auth/resend-otp. */
export const ResendSchema = v.object({ email: EmailSchema })

/** Converts the wire's seconds to milliseconds; null if there are none. */
const WireSeconds = v.fallback(
  v.pipe(
    v.nullish(v.pipe(v.number(), v.minValue(0)), null),
    v.transform((seconds) => (seconds === null ? null : seconds * 1000)),
  ),
  null,
)

/** Our server reports whether it sent the code. A bare backend sends none of these fields. */
const CodeNews = {
  /** False when the mail could not be sent; null when no code was due. */
  codeSent: v.fallback(v.nullish(v.boolean(), null), null),
  /** Seconds on the wire until another code may be requested. */
  resendAfter: WireSeconds,
}

/**
 * The answer of POST /auth/login and of the other calls that sign a person in. If a bare backend sends no id, the
 * e-mail address identifies the person.
 */
export const SignInAnswerSchema = v.pipe(
  v.looseObject({
    user: v.looseObject({
      _id: WireText,
      id: WireText,
      fullName: WireText,
      email: WireText,
      role: v.fallback(v.nullish(v.picklist(ROLES), 'user'), 'user'),
      staffRole: WireText,
      verified: v.fallback(v.nullish(v.boolean(), null), null),
      deletionDueAt: WireText,
    }),
    token: v.pipe(v.string(), v.nonEmpty()),
    expiresAt: WireText,
    idempotencyKeys: v.fallback(v.nullish(v.boolean(), false), false),
    deviceToken: WireText,
    message: WireText,
    ...CodeNews,
  }),
  v.transform((wire) => ({
    account: {
      id: wire.user._id ?? wire.user.id ?? wire.user.email ?? 'unknown',
      fullName: wire.user.fullName,
      email: wire.user.email,
      role: wire.user.role,
      staffRole: wire.user.staffRole,
      isVerified: wire.user.verified,
      ...(wire.user.deletionDueAt && { deletionDueAt: wire.user.deletionDueAt }),
    } satisfies Account,
    token: wire.token,
    expiresAt: wire.expiresAt,
    /** Whether the server honours an Idempotency-Key: a create can then be repeated if its answer was lost. */
    takesKeys: wire.idempotencyKeys,
    /** The token by which the server recognises this device at the account's next sign-in; null on a bare backend. */
    deviceToken: wire.deviceToken,
    /** The message that POST /auth/verify-otp returns with user and token. */
    message: wire.message,
    codeSent: wire.codeSent,
    resendAfterMs: wire.resendAfter,
  })),
)
export type SignInAnswer = v.InferOutput<typeof SignInAnswerSchema>

/** The answer of POST /auth/resend-otp. */
export const ResendAnswerSchema = v.pipe(
  v.looseObject(CodeNews),
  v.transform((wire) => ({ codeSent: wire.codeSent, resendAfterMs: wire.resendAfter })),
)
export type ResendAnswer = v.InferOutput<typeof ResendAnswerSchema>
