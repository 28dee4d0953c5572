import { formatRupees } from '#src/domain/money.ts'
import type { QueryField } from '#src/domain/query/condition.ts'
import type { Listing } from './listing.ts'

const DAY_MS = 86_400_000

/** What listings can be filtered by, beside their status, their tab and the search. */
export const LISTING_FIELDS: readonly QueryField<Listing>[] = [
  { kind: 'text', name: 'type', label: 'Kind of property', of: ({ propertyType }) => propertyType },
  { kind: 'text', name: 'city', label: 'City', of: ({ city }) => city },
  { kind: 'text', name: 'pin', label: 'PIN code', of: ({ pincode }) => pincode },
  {
    kind: 'range',
    name: 'price',
    label: 'Price',
    // As the card shows it: the price, else the monthly rent, else the lowest bid.
    of: ({ price, rent, startingBid }) => price ?? rent ?? startingBid,
    say: formatRupees,
  },
  {
    kind: 'range',
    name: 'age',
    label: 'Age in days',
    of: ({ createdAt }, nowMs) => daysSince(createdAt, nowMs),
    say: String,
  },
  {
    kind: 'yes-no',
    name: 'video',
    label: 'Video',
    of: ({ videoUrl }) => videoUrl !== null,
    says: { yes: 'With a video', no: 'Without a video' },
  },
  {
    kind: 'yes-no',
    name: 'resubmitted',
    label: 'Resubmitted',
    of: ({ resubmittedAt }) => resubmittedAt !== null,
    says: { yes: 'Resubmitted', no: 'Not resubmitted' },
  },
]

/** Whole days since a time; null for a missing or unreadable one. A time in the future counts as today. */
function daysSince(at: string | null, nowMs: number): number | null {
  const atMs = Date.parse(at ?? '')
  return Number.isNaN(atMs) ? null : Math.max(0, Math.floor((nowMs - atMs) / DAY_MS))
}
