import type { Listing } from '#src/domain/listing.ts'

/**
 * Pending listings come first, otherwise in the server's order. Takes the server's rows, not the overlay's: a card that
 * was just decided stays under the pointer until the next read.
 */
export function orderBoard(listings: readonly Listing[]): Listing[] {
  const isOpen = (listing: Listing) => listing.status === 'pending'
  return [...listings.filter(isOpen), ...listings.filter((listing) => !isOpen(listing))]
}
