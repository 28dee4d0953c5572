import * as v from 'valibot'
import { ListingWireSchema } from '#server/listings/list/listing-wire.ts'
import { PaymentWireSchema } from '#server/payments/payment-wire.ts'
import { recordWith, WireCount, WireRupees } from '#server/platform/http/calls/wire-values.ts'

export const RevenueMonthWireSchema = recordWith('RevenueMonth', {
  name: v.pipe(v.string(), v.description("A month: 'Jun 25'.")),
  BASIC: WireRupees,
  STANDARD: WireRupees,
  PREMIUM: WireRupees,
  '1 PROPERTY': WireRupees,
  '3 PROPERTY': WireRupees,
  'UNLIMITED PROPERTY': WireRupees,
})
export type RevenueMonthWire = v.InferInput<typeof RevenueMonthWireSchema>

const EMPTY_SAYS = 'Empty for roles that may not see it.'

export const DashboardWireSchema = v.strictObject({
  totalProperties: v.optional(WireCount),
  boostedProperties: v.optional(WireCount),
  totalRevenue: v.optional(v.pipe(v.number(), v.description(`Rupees, captured less refunded.`))),
  totalUsers: v.optional(WireCount),
  queue: v.optional(
    v.strictObject({
      waiting: v.pipe(WireCount, v.description('All listings without a decision.')),
      decidedToday: v.pipe(WireCount, v.description('Listings decided since midnight in India.')),
    }),
  ),
  chartData: v.pipe(v.array(RevenueMonthWireSchema), v.description(`Twelve months. ${EMPTY_SAYS}`)),
  properties: v.pipe(
    v.array(ListingWireSchema),
    v.description(
      `Without a decision first, the oldest of them first; then the latest decisions. ${EMPTY_SAYS}`,
    ),
  ),
  lastTransactions: v.pipe(v.array(PaymentWireSchema), v.description(EMPTY_SAYS)),
})
export type DashboardWire = v.InferInput<typeof DashboardWireSchema>
