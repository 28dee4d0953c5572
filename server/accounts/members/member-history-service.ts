import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/schema.ts'
import { REVENUE_SERIES } from '#src/domain/dashboard.ts'
import type { HistoryEntry } from '#src/domain/history.ts'
import { formatRupees, toRupees } from '#src/domain/money.ts'
import { displayName } from '#src/domain/text.ts'
import { findMember, listLoansOf, listPaymentsOf, listPostedBy } from './member-repository.ts'

/** A member's history, newest first; null when there is no such member. */
export async function findMemberHistory(
  db: Kysely<Tables>,
  id: string,
): Promise<HistoryEntry[] | null> {
  const member = await findMember(db, id)
  if (!member) return null
  const listings = await listPostedBy(db, id)
  const loans = await listLoansOf(db, id)
  const entries = [
    entry(member.createdAt, 'Joined', null),
    ...listings.map(({ name, saleType, createdAt }) =>
      entry(createdAt, 'Listing posted', `${displayName(name)} (${saleType})`),
    ),
    ...(await listMoneyMoves(db, id)),
    ...loans.map((loan) => entry(loan.createdAt, 'Loan application', loan.occupationType)),
  ]
  return entries.sort((one, other) => other.at.localeCompare(one.at))
}

// Refunds have no stored time, so they appear at the time of their payment.
async function listMoneyMoves(db: Kysely<Tables>, id: string): Promise<HistoryEntry[]> {
  const payments = await listPaymentsOf(db, id)
  return payments.flatMap(({ plan, amountPaise, refundedPaise, state, createdAt }) => {
    const label = REVENUE_SERIES.find((series) => series.key === plan)?.label ?? plan
    const describe = (paise: number) => `${label}, ${formatRupees(toRupees(paise))}`
    const paid = state === 'captured' ? 'Payment' : 'Payment failed'
    const payment = entry(createdAt, paid, describe(amountPaise))
    return refundedPaise > 0
      ? [entry(createdAt, 'Refund', describe(refundedPaise)), payment]
      : [payment]
  })
}

function entry(at: string, action: string, detail: string | null): HistoryEntry {
  return { at, action, from: null, to: null, actorId: null, by: null, device: null, detail }
}
