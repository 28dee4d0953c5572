import * as v from 'valibot'
import { WireText } from '#src/domain/text.ts'
import { rowsOf } from '#src/domain/wire.ts'
import { CodeSchema, EmailSchema, RegistrationSchema, SignInSchema } from './account.ts'

// The data of a person's own account that they can see and change.

/** The body of POST /auth/confirm for a person who confirms with the password, not with a passkey. */
export const OwnPasswordSchema = v.object({
  password: SignInSchema.entries.password,
  deviceToken: SignInSchema.entries.deviceToken,
})
export type OwnPassword = v.InferOutput<typeof OwnPasswordSchema>

/** The body of POST /auth/password. */
export const PasswordChangeSchema = v.object({
  ...OwnPasswordSchema.entries,
  newPassword: RegistrationSchema.entries.password,
})
export type PasswordChange = v.InferOutput<typeof PasswordChangeSchema>

/** The body of POST /auth/email. */
export const EmailChangeSchema = v.object({ ...OwnPasswordSchema.entries, email: EmailSchema })
export type EmailChange = v.InferOutput<typeof EmailChangeSchema>

/** The body of POST /auth/email/verify. */
export const EmailCodeSchema = v.object({ otp: CodeSchema })

/** The body of PATCH /auth/account. Absent fields stay unchanged. Staff may set the mobile number to null. */
export const ProfileChangeSchema = v.object({
  fullName: v.optional(RegistrationSchema.entries.fullName),
  phoneNumber: v.optional(v.nullable(RegistrationSchema.entries.phoneNumber)),
})
export type ProfileChange = v.InferOutput<typeof ProfileChangeSchema>

/** The signed-in person's account, from GET /auth/account. */
export interface Profile {
  fullName: string | null
  email: string | null
  phoneNumber: string | null
  createdAt: string | null
  /** When the person consented, and to which policy version; null for accounts created without a registration. */
  consentAt: string | null
  consentPolicy: string | null
}

export const ProfileSchema = v.pipe(
  v.looseObject({
    fullName: WireText,
    email: WireText,
    phoneNumber: WireText,
    createdAt: WireText,
    consentAt: WireText,
    consentPolicy: WireText,
  }),
  v.transform(({ fullName, email, phoneNumber, createdAt, consentAt, consentPolicy }): Profile => {
    return { fullName, email, phoneNumber, createdAt, consentAt, consentPolicy }
  }),
)

/** A device on which the person is signed in. */
export interface OwnDevice {
  id: string
  device: string
  /** '203.0.113.0/24'; null if unknown. */
  network: string | null
  signedInAt: string | null
  lastSeenAt: string | null
  isCurrent: boolean
}

const OwnDeviceSchema = v.pipe(
  v.looseObject({
    _id: v.string(),
    device: v.string(),
    network: WireText,
    signedInAt: WireText,
    lastSeenAt: WireText,
    isCurrent: v.boolean(),
  }),
  v.transform(({ _id, ...wire }): OwnDevice => ({ id: _id, ...wire })),
)

export const OwnDevicesSchema = rowsOf(OwnDeviceSchema)
