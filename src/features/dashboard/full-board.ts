import type { Listing } from '#src/domain/listing/listing.ts'

const BOARD_LISTINGS = 50 // as many as the server puts on the board, pending ones first

/** Whether more listings may await review than the board has. `listings` are the server's, without decisions of this device. */
export function isFullBoard(listings: readonly Pick<Listing, 'status'>[]): boolean {
  return listings.length >= BOARD_LISTINGS && listings.every(({ status }) => status === 'pending')
}
