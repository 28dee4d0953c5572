import * as v from 'valibot'
import { RegistrationSchema } from './account.ts'

// The deletion of an account: requested, then erased after DELETION_DAYS unless its owner keeps it.

/** The body of POST /auth/deletion. */
export const DeletionRequestSchema = v.object({
  withdrawsConsent: v.boolean('Say whether the consent is withdrawn.'),
})
export type DeletionRequest = v.InferOutput<typeof DeletionRequestSchema>

/** The body of POST /auth/deletion/cancellation: the statement of a registration, needed after a withdrawn consent. */
export const KeepAccountSchema = v.object({
  isAdult: v.optional(RegistrationSchema.entries.isAdult),
})
export type KeepAccount = v.InferOutput<typeof KeepAccountSchema>

export interface AccountDeletion {
  requestedAt: string
  /** The account is erased within an hour after it. */
  dueAt: string
  /** Keeping the account needs a new consent. */
  isConsentWithdrawn: boolean
}

export const AccountDeletionSchema = v.object({
  requestedAt: v.string(),
  dueAt: v.string(),
  isConsentWithdrawn: v.boolean(),
})
