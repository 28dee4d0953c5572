import * as v from 'valibot'
import { WireText } from './text.ts'

export const ROLES = ['user', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** The signed-in person, as sign-in answers it. */
export interface Account {
  id: string
  fullName: string | null
  email: string | null
  role: Role
}

const MAX_EMAIL_CHARS = 254 // RFC 5321, section 4.5.3.1.3
/** Longer passwords are refused rather than cut (research c2). */
export const MAX_PASSWORD_CHARS = 128

/** An e-mail address in the form it is compared in: trimmed, lower case. */
export const EmailSchema = v.pipe(
  v.string('Enter an e-mail address.'),
  v.trim(),
  v.toLowerCase(),
  v.email('Enter a valid e-mail address.'),
  v.maxLength(MAX_EMAIL_CHARS, 'This e-mail address is too long.'),
)

/** The body of POST /auth/login. */
export const CredentialsSchema = v.object({
  email: EmailSchema,
  password: v.pipe(
    v.string('Enter a password.'),
    v.nonEmpty('Enter a password.'),
    v.maxLength(MAX_PASSWORD_CHARS, 'This password is too long.'),
  ),
})
export type Credentials = v.InferOutput<typeof CredentialsSchema>

/** The answer of POST /auth/login. Without an id (a bare backend) the e-mail address tells people apart. */
export const SignInAnswerSchema = v.pipe(
  v.looseObject({
    user: v.looseObject({
      _id: WireText,
      id: WireText,
      fullName: WireText,
      email: WireText,
      role: v.fallback(v.nullish(v.picklist(ROLES), 'user'), 'user'),
    }),
    token: v.pipe(v.string(), v.nonEmpty()),
    expiresAt: WireText,
  }),
  v.transform((wire) => ({
    account: {
      id: wire.user._id ?? wire.user.id ?? wire.user.email ?? 'unknown',
      fullName: wire.user.fullName,
      email: wire.user.email,
      role: wire.user.role,
    } satisfies Account,
    token: wire.token,
    expiresAt: wire.expiresAt,
  })),
)
export type SignInAnswer = v.InferOutput<typeof SignInAnswerSchema>
