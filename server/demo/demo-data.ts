import { type DemoListing, makeDemoListings } from './demo-listings.ts'
import { type DemoLoan, makeDemoLoans } from './demo-loans.ts'
import { type DemoUser, makeDemoMembers } from './demo-members.ts'
import { type DemoTransaction, makeDemoPayments } from './demo-payments.ts'

export interface DemoData {
  users: DemoUser[]
  listings: DemoListing[]
  transactions: DemoTransaction[]
  loans: DemoLoan[]
}

/**
 * Fourteen months of an invented marketplace, up to `now`: the same moment always gives the same data. Ids do not
 * depend on the moment. Amounts are whole paise, times ISO 8601 in UTC.
 */
export function makeDemoData(now: Date): DemoData {
  const users = makeDemoMembers(now)
  const { listings, boosts } = makeDemoListings(now, users)
  return {
    users,
    listings,
    transactions: makeDemoPayments(now, users, boosts),
    loans: makeDemoLoans(now, users),
  }
}
