import * as v from 'valibot'
import { ListingSchema } from '#src/domain/listing/listing.ts'
import { WireAmount } from './money.ts'
import { WireText } from './text.ts'
import { rowsOf } from './wire.ts'

/** The six series of the revenue chart. The specification defines the labels, including 'Boast'. */
export const REVENUE_SERIES = [
  { key: 'BASIC', label: 'Basic Boast' },
  { key: 'STANDARD', label: 'Standard Boast' },
  { key: 'PREMIUM', label: 'Premium Boast' },
  { key: '1 PROPERTY', label: '1 Property Plan' },
  { key: '3 PROPERTY', label: '3 Property Plan' },
  { key: 'UNLIMITED PROPERTY', label: 'Unlimited Property Plan' },
] as const
export type RevenueSeriesKey = (typeof REVENUE_SERIES)[number]['key']

/** One month of the chart: rupees in each series. */
export interface RevenuePoint {
  name: string
  amounts: Record<RevenueSeriesKey, number>
}

export interface Transaction {
  id: string | null
  /** The id of the user who paid; null if the server does not send it. */
  payerId: string | null
  payerName: string | null
  plan: string | null
  category: string | null
  /** Rupees. */
  amount: number | null
  paymentId: string | null
  paidAt: string | null
}

const zero = (amount: number | null) => amount ?? 0
const Figure = v.pipe(WireAmount, v.transform(zero))

const RevenuePointSchema = v.pipe(
  v.looseObject({ name: WireText }),
  v.transform(
    (wire): RevenuePoint => ({
      name: wire.name ?? '',
      amounts: {
        BASIC: readAmount(wire['BASIC']),
        STANDARD: readAmount(wire['STANDARD']),
        PREMIUM: readAmount(wire['PREMIUM']),
        '1 PROPERTY': readAmount(wire['1 PROPERTY']),
        '3 PROPERTY': readAmount(wire['3 PROPERTY']),
        'UNLIMITED PROPERTY': readAmount(wire['UNLIMITED PROPERTY']),
      },
    }),
  ),
)

function readAmount(value: unknown): number {
  return v.parse(Figure, value)
}

/** A payment on the wire, in the dashboard's answer and in the list of all payments. */
export const TransactionSchema = v.pipe(
  v.looseObject({
    id: WireText,
    _id: WireText,
    user: v.fallback(
      v.nullish(
        v.union([
          v.looseObject({ _id: WireText, id: WireText, name: WireText, fullName: WireText }),
          v.pipe(
            v.string(),
            v.transform((name) => ({ _id: null, id: null, name, fullName: null })),
          ),
        ]),
        null,
      ),
      null,
    ),
    planType: WireText,
    planCategory: WireText,
    amount: WireAmount,
    razorpayPaymentId: WireText,
    createdAt: WireText,
  }),
  v.transform(
    (wire): Transaction => ({
      id: wire.id ?? wire._id,
      payerId: wire.user?._id ?? wire.user?.id ?? null,
      payerName: wire.user?.name ?? wire.user?.fullName ?? null,
      plan: wire.planType,
      category: wire.planCategory,
      amount: wire.amount,
      paymentId: wire.razorpayPaymentId,
      paidAt: wire.createdAt,
    }),
  ),
)

const Figures = {
  totalProperties: Figure,
  boostedProperties: Figure,
  totalRevenue: Figure,
  totalUsers: Figure,
}

/** The dashboard's data: four figures (0 when missing), the chart, the board's listings, recent payments. */
export interface Dashboard {
  totalProperties: number
  boostedProperties: number
  /** Rupees: captured payments minus refunds. */
  totalRevenue: number
  totalUsers: number
  /** How the queue of reviews stands; absent on a bare backend and in older saved copies. */
  queue?: { waiting: number; decidedToday: number } | null
  revenue: RevenuePoint[]
  listings: v.InferOutput<typeof ListingSchema>[]
  transactions: Transaction[]
}

/** The `data` of GET /admin/dashboard-stats; the four figures may also be under `stats`. */
export const DashboardSchema = v.pipe(
  v.looseObject({
    ...Figures,
    stats: v.fallback(v.nullish(v.looseObject(Figures), null), null),
    queue: v.fallback(
      v.nullish(v.looseObject({ waiting: v.number(), decidedToday: v.number() }), null),
      null,
    ),
    chartData: v.nullish(rowsOf(RevenuePointSchema), []),
    properties: v.nullish(rowsOf(ListingSchema), []),
    lastTransactions: v.nullish(rowsOf(TransactionSchema), []),
  }),
  v.transform(
    (wire): Dashboard => ({
      totalProperties: wire.totalProperties || (wire.stats?.totalProperties ?? 0),
      boostedProperties: wire.boostedProperties || (wire.stats?.boostedProperties ?? 0),
      totalRevenue: wire.totalRevenue || (wire.stats?.totalRevenue ?? 0),
      totalUsers: wire.totalUsers || (wire.stats?.totalUsers ?? 0),
      queue: wire.queue && {
        waiting: wire.queue.waiting,
        decidedToday: wire.queue.decidedToday,
      },
      revenue: wire.chartData,
      listings: wire.properties,
      transactions: wire.lastTransactions,
    }),
  ),
)
