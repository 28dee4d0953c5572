import * as v from 'valibot'
import {
  envelopeWith,
  recordWith,
  WireAddress,
  WireId,
  WireRupees,
  WireTime,
} from '#server/platform/http/calls/wire-values.ts'
import { RevealedPanSchema } from '#src/domain/loan.ts'

export const LoanWireSchema = recordWith('Loan', {
  _id: WireId,
  user: v.strictObject({
    id: WireId,
    fullName: v.nullable(v.string()),
    phoneNumber: v.optional(v.nullable(v.string())),
    profilePicture: v.nullable(WireAddress),
  }),
  occupationType: v.optional(v.nullable(v.string())),
  income: v.optional(v.nullable(WireRupees)),
  panNumber: v.optional(
    v.pipe(
      v.nullable(v.pipe(v.string(), v.regex(/^(?:[A-Z]{5}XXXX[A-Z]|X{10})$/))),
      v.description('Masked: ABCPVXXXXK. Absent for roles that may not see it.'),
    ),
  ),
  createdAt: WireTime,
})
export type LoanWire = v.InferInput<typeof LoanWireSchema>

export const RevealedPanAnswerSchema = envelopeWith(v.strictObject(RevealedPanSchema.entries))
