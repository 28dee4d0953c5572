import * as v from 'valibot'
import { recordWith, WireCount, WireRupees } from '#server/http/calls/wire-values.ts'
import { ListingWireSchema } from '#server/listings/listing-wire.ts'
import { PaymentWireSchema } from '#server/payments/payment-wire.ts'

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

export const DashboardWireSchema = v.strictObject({
  totalProperties: WireCount,
  boostedProperties: WireCount,
  totalRevenue: v.pipe(v.number(), v.description('Rupees, captured less refunded.')),
  totalUsers: WireCount,
  chartData: v.pipe(v.array(RevenueMonthWireSchema), v.description('Twelve months.')),
  properties: v.pipe(
    v.array(ListingWireSchema),
    v.description('Without a decision first, the oldest of them first; then the latest decisions.'),
  ),
  lastTransactions: v.array(PaymentWireSchema),
})
export type DashboardWire = v.InferInput<typeof DashboardWireSchema>
