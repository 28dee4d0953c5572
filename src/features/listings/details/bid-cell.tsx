import { formatDate } from '#src/domain/dates.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { formatRupees } from '#src/domain/money.ts'
import { MISSING_VALUE } from '#src/domain/text.ts'
import { useNow } from '#src/ui/use-now.ts'

/** The starting bid and when the auction ends, or '-'. */
export function BidCell({ listing }: { listing: Listing }) {
  const { startingBid, auctionEndsAt } = listing
  if (startingBid === null && auctionEndsAt === null) return MISSING_VALUE
  return (
    <span className="cell-stack">
      <span>{formatRupees(startingBid)}</span>
      <AuctionEnd endsAt={auctionEndsAt} />
    </span>
  )
}

/** The end of an auction, and whether it is over. */
export function AuctionEnd({ endsAt }: { endsAt: string | null }) {
  const nowMs = useNow()
  const isOver = endsAt !== null && Date.parse(endsAt) < nowMs
  return (
    <span>
      <span>{isOver ? `${formatDate(endsAt)} ` : formatDate(endsAt)}</span>
      {isOver && <span className="listing-ended">ended</span>}
    </span>
  )
}
