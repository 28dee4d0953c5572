import { type DemoEvent, makeDemoEvents } from './demo-events.ts'
import { type DemoListing, makeDemoListings } from './demo-listings.ts'
import { type DemoLoan, makeDemoLoans } from './demo-loans.ts'
import { type DemoUser, makeDemoEventOwner, makeDemoMembers } from './demo-members.ts'
import { type DemoTransaction, makeDemoPayments } from './demo-payments.ts'

export interface DemoData {
  users: DemoUser[]
  listings: DemoListing[]
  transactions: DemoTransaction[]
  loans: DemoLoan[]
  events: DemoEvent[]
}

/**
 * Fourteen months of an invented marketplace, up to `now`. The same `now` always gives the same
 * data, and the ids do not depend on `now`. Amounts are whole paise, times ISO 8601 in UTC.
 */
export function makeDemoData(now: Date): DemoData {
  const members = makeDemoMembers(now)
  const eventOwner = makeDemoEventOwner(now)
  const { listings, boosts } = makeDemoListings(now, members)
  return {
    users: [...members, eventOwner],
    listings,
    transactions: makeDemoPayments(now, members, boosts),
    loans: makeDemoLoans(now, members),
    events: makeDemoEvents(now, eventOwner),
  }
}
