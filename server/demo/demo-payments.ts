import type { RevenueSeriesKey } from '#src/domain/dashboard.ts'
import type { DemoBoost } from './demo-boosts.ts'
import type { DemoUser } from './demo-members.ts'
import { type DemoRandom, demoId, makeDemoRandom } from './demo-random.ts'
import { agoAt, DAY_MS, HISTORY_MS, HOUR_MS } from './demo-time.ts'

export interface DemoTransaction {
  id: string
  userId: string
  planType: RevenueSeriesKey
  planCategory: string
  amountPaise: number
  refundedPaise: number
  state: 'captured' | 'failed'
  razorpayPaymentId: string
  createdAt: string
}

interface Payment {
  userId: string
  plan: RevenueSeriesKey
  at: string
}

const TRANSACTIONS = 220
const PAISE = 100 // per rupee

const PLANS: Record<RevenueSeriesKey, { rupees: number; category: string }> = {
  BASIC: { rupees: 499, category: 'Boast' },
  STANDARD: { rupees: 1_499, category: 'Boast' },
  PREMIUM: { rupees: 2_999, category: 'Boast' },
  '1 PROPERTY': { rupees: 999, category: 'Property Plan' },
  '3 PROPERTY': { rupees: 2_499, category: 'Property Plan' },
  'UNLIMITED PROPERTY': { rupees: 9_999, category: 'Property Plan' },
}

// A plan that is bought more often occurs more often in this list.
const USUAL_PLANS: readonly RevenueSeriesKey[] = [
  'BASIC',
  'BASIC',
  'STANDARD',
  'STANDARD',
  'PREMIUM',
  '1 PROPERTY',
  '1 PROPERTY',
  '1 PROPERTY',
  '3 PROPERTY',
  '3 PROPERTY',
  'UNLIMITED PROPERTY',
]

/** January to December: festive months sell most, monsoon months and December least. */
const SEASON = [0.95, 1, 1.25, 1.1, 1.05, 0.8, 0.7, 0.85, 1, 1.4, 1.35, 0.8]
const BUSIEST = 1.4 * 2.4 // the highest season factor times the growth over the whole history

const BASE62 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Payments, newest first: one for each boost, and others up to the total number. */
export function makeDemoPayments(
  now: Date,
  members: readonly DemoUser[],
  boosts: readonly DemoBoost[],
): DemoTransaction[] {
  const random = makeDemoRandom('payments')
  const forBoosts = boosts.map(({ userId, plan, boughtAt }) => ({ userId, plan, at: boughtAt }))
  const others = Array.from({ length: TRANSACTIONS - boosts.length }, () =>
    makePayment(now, members, random),
  )
  const settled = [
    ...forBoosts.map((payment, index) => settle(payment, index, true)),
    ...others.map((payment, index) => settle(payment, boosts.length + index, false)),
  ]
  return settled.sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
}

function makePayment(now: Date, members: readonly DemoUser[], random: DemoRandom): Payment {
  const at = pickMoment(now, random)
  const payer = random.pick(members.filter((member) => member.createdAt < at))
  return { userId: payer.id, plan: random.pick(USUAL_PLANS), at }
}

// Rejection sampling: accepts a moment in proportion to growth and season at that time.
function pickMoment(now: Date, random: DemoRandom): string {
  for (;;) {
    const agoMs = random.between(HOUR_MS, HISTORY_MS - DAY_MS)
    const at = agoAt(now, agoMs)
    const growth = 1 + 1.4 * (1 - agoMs / HISTORY_MS)
    const season = SEASON[new Date(at).getUTCMonth()] ?? 1
    if (random.between(0, BUSIEST) < growth * season) return at
  }
}

// Payments for boosts always succeed. Of the others, some fail and some are refunded.
function settle(payment: Payment, index: number, isKept: boolean): DemoTransaction {
  const { rupees, category } = PLANS[payment.plan]
  const amountPaise = rupees * PAISE
  const state = !isKept && index % 15 === 4 ? 'failed' : 'captured'
  return {
    id: demoId('transaction', index),
    userId: payment.userId,
    planType: payment.plan,
    planCategory: category,
    amountPaise,
    refundedPaise: isKept || state === 'failed' ? 0 : refundOf(amountPaise, index),
    state,
    razorpayPaymentId: `pay_${makeDemoRandom(`payment ${index}`).characters(BASE62, 14)}`,
    createdAt: payment.at,
  }
}

function refundOf(amountPaise: number, index: number): number {
  if (index % 37 === 3) return amountPaise
  return index % 29 === 6 ? Math.floor(amountPaise / 2) : 0
}
