import { formatDate, formatDateTime } from '#src/domain/dates.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { displayName, displayValue } from '#src/domain/text.ts'
import { factIf, listDealFacts } from '#src/features/listings/details/deal-facts.tsx'
import type { Fact } from '#src/ui/record/details.tsx'

/**
 * The facts for a decision, without the leading amount, which stands above them. A field that only some kinds of listing
 * have is left out for the others. Any other missing value is shown as missing.
 */
export function listReviewFacts(listing: Listing): readonly Fact[] {
  const { boostedUntil } = listing
  return [
    ['Listing type', displayValue(listing.saleType)],
    ['Property type', displayValue(listing.propertyType)],
    ['BHK type', displayValue(listing.bhk)],
    ['Furnishing', displayValue(listing.furnishing)],
    ...listDealFacts(listing).slice(1),
    ['Listed by', displayName(listing.ownerName)],
    ['Date listed', formatDateTime(listing.createdAt)],
    ...factIf(boostedUntil !== null, ['Boosted until', formatDate(boostedUntil)]),
  ]
}
