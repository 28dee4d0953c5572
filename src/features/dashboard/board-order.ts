import type { Listing } from '#src/domain/listing.ts'

/**
 * What wants a decision comes first, otherwise as sent. Given the server's rows, not the overlay's: a card that was just
 * decided stays under the pointer until the board is read again.
 */
export function orderBoard(listings: readonly Listing[]): Listing[] {
  const isOpen = (listing: Listing) => listing.status === 'pending'
  return [...listings.filter(isOpen), ...listings.filter((listing) => !isOpen(listing))]
}
