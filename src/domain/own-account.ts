import * as v from 'valibot'
import { CodeSchema, EmailSchema, RegistrationSchema, SignInSchema } from './account.ts'
import { WireText } from './text.ts'
import { rowsOf } from './wire.ts'

// What people see of their own sign-in, and change of it.

/** The body of POST /auth/confirm: the password of the signed-in account, typed again. */
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

/** A device on which the reader is signed in. */
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
