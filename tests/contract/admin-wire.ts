import * as v from 'valibot'
import { REVENUE_SERIES } from '#src/domain/dashboard.ts'
import { ListingStatusSchema } from '#src/domain/listing/listing.ts'

// Answer schemas from sections 3 and 7 of the specification. The schemas in src/domain tolerate wrong
// fields. These schemas reject a field with a wrong name or type. They let a field be missing only
// where the specification shows how the app displays a missing value.

const Text = v.nullish(v.string())
const Amount = v.nullish(v.union([v.number(), v.string()]))
const Id = v.optional(v.pipe(v.string(), v.nonEmpty()))
const Count = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)))

export const PropertyWire = v.pipe(
  v.looseObject({
    id: Id,
    _id: Id,
    video: Text,
    propertyName: Text,
    propertyType: Text,
    saleType: Text,
    bhkDetails: Text,
    createdAt: Text,
    ownerDetails: v.nullish(v.looseObject({ name: Text })),
    city: Text,
    pincode: Text,
    furnishingType: Text,
    propertyPrice: Amount,
    status: v.optional(ListingStatusSchema),
    auctionDetails: v.nullish(
      v.looseObject({ startingBidAmount: v.nullish(v.number()), auctionEndDateTime: Text }),
    ),
  }),
  v.check((property) => Boolean(property._id ?? property.id), 'a property needs an id'),
)
export type Property = v.InferOutput<typeof PropertyWire>

const ChartPoint = v.looseObject({
  name: v.string(),
  ...Object.fromEntries(REVENUE_SERIES.map(({ key }) => [key, v.optional(v.number())])),
})

const Transaction = v.looseObject({
  id: v.string(),
  user: v.nullish(v.looseObject({ name: Text })),
  planType: Text,
  planCategory: Text,
  amount: v.nullish(v.number()),
  razorpayPaymentId: Text,
})

export const LoanWire = v.looseObject({
  user: v.nullish(v.looseObject({ fullName: Text, phoneNumber: Text, profilePicture: Text })),
  occupationType: Text,
  income: Amount,
  panNumber: Text,
})

export const MemberWire = v.looseObject({
  _id: v.pipe(v.string(), v.nonEmpty()),
  fullName: Text,
  profilePicture: Text,
  createdAt: Text,
  phoneNumber: Text,
  email: Text,
  posted: v.nullish(v.looseObject({ sell: Count, rent: Count, auction: Count })),
  boosted: Count,
})

export const SuccessAnswer = v.looseObject({ success: v.literal(true) })
export const PropertiesAnswer = answerWith(v.array(PropertyWire))
export const LoansAnswer = answerWith(v.array(LoanWire))
export const MembersAnswer = answerWith(v.array(MemberWire))
export const DashboardAnswer = answerWith(
  v.looseObject({
    totalProperties: Count,
    boostedProperties: Count,
    totalRevenue: v.optional(v.number()),
    totalUsers: Count,
    chartData: v.array(ChartPoint),
    properties: v.array(PropertyWire),
    lastTransactions: v.array(Transaction),
  }),
)

/** A property's id, from the field `_id` or `id`. Throws when there is no property or no id. */
export function idOf(property: Property | undefined): string {
  const id = property?._id ?? property?.id
  if (id === undefined) throw new Error('there is no such property')
  return id
}

function answerWith<Data extends v.GenericSchema>(data: Data) {
  return v.looseObject({ success: v.literal(true), data })
}
