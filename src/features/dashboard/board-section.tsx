import { useMemo, useState } from 'react'
import type { Listing } from '#src/domain/listing.ts'
import { useListingActions, useOutbox, useOverlay } from '#src/sync/use-sync.ts'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { showNotSaved } from '#src/ui/not-saved-toast.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useKeptFocus } from '#src/ui/use-kept-focus.ts'
import { BoardCard } from './board-card.tsx'
import { orderBoard } from './board-order.ts'

const CARDS_AT_ONCE = 12 // three or four full rows on a desktop; a phone scrolls far enough with these

/** The listings as cards, those that want a decision first. */
export function BoardSection({
  listings,
  ackedBefore,
  isLoading,
  isKnown,
  onOpen,
}: BoardSectionProps) {
  const ordered = useMemo(() => orderBoard(listings), [listings])
  const { rows, marks } = useOverlay(ordered, ackedBefore)
  const actions = useListingActions('board', showNotSaved)
  const outbox = useOutbox()
  const [shownCount, setShownCount] = useState(CARDS_AT_ONCE)
  useKeptFocus((id) => rows.some((listing) => listing.id === id))

  return (
    <section className="section" aria-labelledby="board-title">
      <h3 className="section-title" id="board-title">
        Properties Listing Board
      </h3>
      {isLoading && <Skeleton lines={2} height={BOARD_ROW_PX} />}
      {!isLoading && rows.length === 0 && (
        <EmptyState title={isKnown ? 'No properties yet' : 'No properties to show'} />
      )}
      <ul className="board">
        {rows.slice(0, shownCount).map((listing) => (
          <BoardCard
            key={listing.id}
            listing={listing}
            mark={marks.get(listing.id)}
            onOpen={onOpen}
            onDecide={(to) => void actions.decide(listing, to)}
            onUndo={outbox.undo}
          />
        ))}
      </ul>
      {rows.length > shownCount && (
        <Button className="board-more" onClick={() => setShownCount(shownCount + CARDS_AT_ONCE)}>
          Show more
        </Button>
      )}
    </section>
  )
}

interface BoardSectionProps {
  listings: readonly Listing[]
  ackedBefore: number
  isLoading: boolean
  /** False when nothing could be loaded: an empty board then does not mean an empty market. */
  isKnown: boolean
  onOpen: (listingId: string) => void
}

const BOARD_ROW_PX = 360 // about a card's height, so that less jumps when the cards come
