import * as v from 'valibot'
import { POLICY_DATE } from '#src/domain/policy.ts'
import { RegistrationSchema } from './account.ts'

// The deletion of an account: the server erases the account DELETION_DAYS after the request, unless its owner cancels.

/** The body of POST /auth/deletion. */
export const DeletionRequestSchema = v.object({
  withdrawsConsent: v.boolean('Say whether the consent is withdrawn.'),
})
export type DeletionRequest = v.InferOutput<typeof DeletionRequestSchema>

/**
 * The body of POST /auth/deletion/cancellation. If the consent was withdrawn, a new one is required: the statement of age,
 * and the version of the policy that the person agrees to.
 */
export const KeepAccountSchema = v.object({
  isAdult: v.optional(RegistrationSchema.entries.isAdult),
  agreesTo: v.optional(v.literal(POLICY_DATE, 'This is not the present version of the policy.')),
})
export type KeepAccount = v.InferOutput<typeof KeepAccountSchema>

export interface AccountDeletion {
  requestedAt: string
  /** The server erases the account within an hour after this time. */
  dueAt: string
  /** If true, a cancellation needs a new consent. */
  isConsentWithdrawn: boolean
}

export const AccountDeletionSchema = v.object({
  requestedAt: v.string(),
  dueAt: v.string(),
  isConsentWithdrawn: v.boolean(),
})
