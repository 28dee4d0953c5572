import * as v from 'valibot'
import type { UserRow } from '#server/platform/database/rows/account-rows.ts'
import { recordWith, WireId, WireTime } from '#server/platform/http/calls/wire-values.ts'
import { ROLES } from '#src/domain/account/account.ts'
import { STAFF_ROLES, type StaffRole } from '#src/domain/team/permission.ts'

export const AccountWireSchema = recordWith('Account', {
  _id: WireId,
  fullName: v.nullable(v.string()),
  email: v.string(),
  phoneNumber: v.nullable(v.string()),
  role: v.picklist(ROLES),
  staffRole: v.optional(
    v.pipe(v.picklist(STAFF_ROLES), v.description('Of accounts that may use the panel.')),
  ),
  verified: v.pipe(v.boolean(), v.description('A one-time code proved the e-mail address.')),
  deletionDueAt: v.optional(
    v.pipe(WireTime, v.description('When the account is erased, if that was requested.')),
  ),
})

const SignedInFields = {
  user: AccountWireSchema,
  token: v.pipe(v.string(), v.nonEmpty(), v.description('For `Authorization: Bearer`.')),
  expiresAt: v.pipe(WireTime, v.description('When the token ends by itself.')),
  idempotencyKeys: v.pipe(v.literal(true), v.description('Changes take an Idempotency-Key.')),
  deviceToken: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'For the next sign-in on this device; absent while the address is not verified.',
      ),
    ),
  ),
}
export const SignedInWireSchema = v.strictObject(SignedInFields)

/** Delivery status of a one-time code. */
const CodeDeliveryFields = {
  codeSent: v.nullable(v.pipe(v.boolean(), v.description('The mail server takes the code.'))),
  resendAfter: v.nullable(
    v.pipe(
      v.number(),
      v.minValue(0),
      v.description('Seconds until another code may be asked for.'),
    ),
  ),
}
export const SignInAnswerWireSchema = v.strictObject({ ...SignedInFields, ...CodeDeliveryFields })
export type SignInAnswerWire = v.InferInput<typeof SignInAnswerWireSchema>
export const VerifiedAnswerSchema = v.strictObject({ ...SignedInFields, message: v.string() })
export const ResentAnswerSchema = v.strictObject({
  success: v.literal(true),
  ...CodeDeliveryFields,
})

/**
 * An account as its owner sees it. `staffRole` is null for an end user, and `deletionDueAt` is null
 * unless a deletion was requested. The answer leaves out each of these two fields that is null.
 */
export function toWireAccount(
  account: UserRow,
  staffRole: StaffRole | null,
  deletionDueAt: string | null,
): v.InferInput<typeof AccountWireSchema> {
  return {
    _id: account.id,
    fullName: account.full_name,
    email: account.email,
    phoneNumber: account.phone_number,
    role: account.role,
    ...(staffRole !== null && { staffRole }),
    verified: account.verified === 1,
    ...(deletionDueAt !== null && { deletionDueAt }),
  }
}
