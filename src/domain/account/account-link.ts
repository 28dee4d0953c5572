import * as v from 'valibot'
import { WireText } from '#src/domain/text.ts'
import { EmailSchema, RegistrationSchema, ROLES } from './account.ts'

// Single-use links that let a person set a password: invitations to the team, and password resets.

export const LINK_KINDS = ['invitation', 'reset'] as const
export type LinkKind = (typeof LINK_KINDS)[number]

export const UNKNOWN_LINK = 'This link is not valid. Open the whole link from the e-mail.'

/** 32 bytes as base64url. The length is checked because mail programs may cut a link off. */
const LinkTokenSchema = v.pipe(v.string(UNKNOWN_LINK), v.regex(/^[\w-]{43}$/, UNKNOWN_LINK))

const { fullName, password } = RegistrationSchema.entries

/** The body of POST /auth/read-link. */
export const ReadLinkSchema = v.object({ kind: v.picklist(LINK_KINDS), token: LinkTokenSchema })

/** The form to join the team. */
export const JoinFormSchema = v.object({ fullName, password })
/** The body of POST /auth/join. */
export const JoinSchema = v.object({ token: LinkTokenSchema, ...JoinFormSchema.entries })
export type Join = v.InferOutput<typeof JoinSchema>

/** The body of POST /auth/forgot-password. */
export const ForgotPasswordSchema = v.object({ email: EmailSchema })

/** The form to set a new password. */
export const ResetFormSchema = v.object({ password })
/** The body of POST /auth/reset-password. */
export const ResetSchema = v.object({ token: LinkTokenSchema, ...ResetFormSchema.entries })
export type Reset = v.InferOutput<typeof ResetSchema>

/** The data of POST /auth/read-link. */
export const LinkInfoSchema = v.looseObject({
  email: v.string(),
  /** The role of the link's account, because an e-mail address may have one account of each role. */
  accountRole: v.picklist(ROLES),
  /** The team role that an invitation gives; null for a reset. */
  role: WireText,
  /** The name of the person who sent an invitation. */
  invitedBy: WireText,
  /** The minimum length of the new password, which is longer for staff. */
  minPasswordChars: v.number(),
})
export type LinkInfo = v.InferOutput<typeof LinkInfoSchema>
