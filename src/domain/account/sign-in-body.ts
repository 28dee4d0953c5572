import * as v from 'valibot'
import { ROLES, SignInSchema } from './account.ts'

/** The body of POST /auth/login. In its own file, so that the app, which needs only the type, does not load it. */
export const SignInBodySchema = v.object({
  ...SignInSchema.entries,
  /** Chooses the account if the e-mail address has one of each role. An extension of the specification. */
  preferredRole: v.optional(
    v.picklist(ROLES, `The preferred role must be ${ROLES.join(' or ')}.`),
    'admin',
  ),
})
export type SignInBody = v.InferOutput<typeof SignInBodySchema>
