import * as v from 'valibot'
import { ROLES, SignInSchema } from './account.ts'

/** The body of POST /auth/login. A file of its own, because the app needs only its type. */
export const SignInBodySchema = v.object({
  ...SignInSchema.entries,
  /** Which account is meant if the address has one of each role: an extension of the specification. */
  preferredRole: v.optional(
    v.picklist(ROLES, `The preferred role must be ${ROLES.join(' or ')}.`),
    'admin',
  ),
})
export type SignInBody = v.InferOutput<typeof SignInBodySchema>
