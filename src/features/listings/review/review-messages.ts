import { formatAge } from '#src/domain/dates.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { formatRupees } from '#src/domain/money.ts'

/** 'Posted 3 d ago' or 'Resubmitted 3 d ago': how long the listing's owner has waited for a decision. */
export function postedMessage(
  { createdAt, resubmittedAt }: Pick<Listing, 'createdAt' | 'resubmittedAt'>,
  nowMs: number,
): string {
  const at = Date.parse(resubmittedAt ?? createdAt ?? '')
  if (Number.isNaN(at)) return 'Date unknown'
  const verb = resubmittedAt === null ? 'Posted' : 'Resubmitted'
  const age = formatAge(nowMs - at)
  return age === 'just now' ? `${verb} just now` : `${verb} ${age} ago`
}

/** The asking price; for a listing that is only for rent, the rent. */
export function priceLabel(listing: Pick<Listing, 'price' | 'rent'>): string {
  return isOnlyLet(listing) ? `${formatRupees(listing.rent)} a month` : formatRupees(listing.price)
}

/** Whether the listing is only for rent, so that its price is the rent. */
export function isOnlyLet({ price, rent }: Pick<Listing, 'price' | 'rent'>): boolean {
  return rent !== null && (price === null || price === rent)
}
