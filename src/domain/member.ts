import * as v from 'valibot'
import { WireAmount } from './money.ts'
import { WireText } from './text.ts'

// A member is a user of the marketplace in the operator's view (section 3, 'User (admin view)').

/** active: may sign in. unverified: never proved the e-mail address. deletion: the account is to be deleted. */
export const MEMBER_STATES = ['active', 'unverified', 'deletion'] as const
export type MemberState = (typeof MEMBER_STATES)[number]

export const MEMBER_STATE_LABELS: Readonly<Record<MemberState, string>> = {
  active: 'Active',
  unverified: 'E-mail not verified',
  deletion: 'Deletion requested',
}

export interface Member {
  id: string
  fullName: string | null
  pictureUrl: string | null
  createdAt: string | null
  phoneNumber: string | null
  email: string | null
  posted: { sell: number; rent: number; auction: number }
  /** How many of the member's listings are boosted now. */
  boosted: number
  /** Rupees paid minus refunds; null if the server does not send it. */
  totalSpending: number | null
  /** Null for roles that do not see the details, and on a bare backend. */
  state: MemberState | null
}

const Count = v.fallback(v.nullish(v.number(), 0), 0)

export const MemberSchema = v.pipe(
  v.looseObject({
    _id: WireText,
    id: WireText,
    fullName: WireText,
    profilePicture: WireText,
    createdAt: WireText,
    phoneNumber: WireText,
    email: WireText,
    posted: v.fallback(
      v.nullish(v.looseObject({ sell: Count, rent: Count, auction: Count }), null),
      null,
    ),
    boosted: Count,
    totalSpending: WireAmount,
    state: v.fallback(v.nullish(v.picklist(MEMBER_STATES), null), null),
  }),
  v.check((wire) => Boolean(wire._id ?? wire.id), 'a user needs an id'),
  v.transform(
    (wire): Member => ({
      id: wire._id ?? wire.id ?? '',
      fullName: wire.fullName,
      pictureUrl: wire.profilePicture,
      createdAt: wire.createdAt,
      phoneNumber: wire.phoneNumber,
      email: wire.email,
      posted: {
        sell: wire.posted?.sell ?? 0,
        rent: wire.posted?.rent ?? 0,
        auction: wire.posted?.auction ?? 0,
      },
      boosted: wire.boosted,
      totalSpending: wire.totalSpending,
      state: wire.state,
    }),
  ),
)
