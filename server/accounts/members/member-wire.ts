import * as v from 'valibot'
import {
  recordWith,
  WireAddress,
  WireCount,
  WireId,
  WireRupees,
  WireTime,
} from '#server/platform/http/calls/wire-values.ts'
import { MEMBER_STATES } from '#src/domain/member.ts'

export const MemberWireSchema = recordWith('User', {
  _id: WireId,
  fullName: v.nullable(v.string()),
  profilePicture: v.nullable(WireAddress),
  createdAt: WireTime,
  phoneNumber: v.optional(v.nullable(v.string())),
  email: v.optional(v.string()),
  posted: v.strictObject({ sell: WireCount, rent: WireCount, auction: WireCount }),
  boosted: v.pipe(WireCount, v.description('Listings that are boosted now.')),
  totalSpending: v.optional(WireRupees),
  state: v.optional(v.picklist(MEMBER_STATES)),
})
export type MemberWire = v.InferInput<typeof MemberWireSchema>
