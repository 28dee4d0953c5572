import { HouseIcon } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Dashboard } from '#src/domain/dashboard.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { groupIndian } from '#src/domain/money.ts'
import type { Overlay } from '#src/outbox/overlay/overlay.ts'
import { useListingActions, useOutbox, useOverlay } from '#src/outbox/use-outbox.ts'
import { useMay } from '#src/session/use-may.ts'
import { Button } from '#src/ui/form/button.tsx'
import { EmptyState } from '#src/ui/layout/empty-state.tsx'
import { useHeldRows } from '#src/ui/table/use-held-rows.ts'
import { usePreservedFocus } from '#src/ui/table/use-preserved-focus.ts'
import { showNotSaved } from '#src/ui/toast/not-saved-toast.ts'
import { BoardCard } from './board-card.tsx'
import { BoardPlaceholder, CARDS_AT_ONCE } from './board-placeholder.tsx'
import { countToReview } from './queue-counts.ts'

/** The listings as cards, pending ones first. */
export function BoardSection({
  queue,
  listings,
  ackedBefore,
  isLoading,
  onOpen,
}: BoardSectionProps) {
  const ordered = useMemo(() => orderBoard(listings), [listings])
  const overlay = useOverlay(ordered, ackedBefore)
  const { syncStatuses } = overlay
  const { rows, gone, pointerProps } = useHeldRows({
    rows: overlay.rows,
    rowKey: idOf,
    source: listings,
  })
  const actions = useListingActions('board', showNotSaved)
  const outbox = useOutbox()
  const mayDecide = useMay('decide-listings')
  const [shownCount, setShownCount] = useState(CARDS_AT_ONCE)
  usePreservedFocus((id) => rows.some((listing) => listing.id === id))

  return (
    <section className="section board-section" aria-labelledby="board-title">
      <header className="board-heading">
        <h3 className="section-title" id="board-title">
          Properties Listing Board
        </h3>
        <p className="board-pending" data-loading={isLoading || undefined}>
          {isLoading ? (
            <Awaiting count={USUAL_COUNT} />
          ) : (
            <PendingCount queue={queue} listings={listings} rows={rows} />
          )}
        </p>
      </header>
      {isLoading && <BoardPlaceholder />}
      {!isLoading && rows.length === 0 && (
        <EmptyState icon={<HouseIcon size={22} />} title="No properties yet">
          New listings appear here for review.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <ul className="board" {...pointerProps}>
          {rows.slice(0, shownCount).map((listing) => (
            <BoardCard
              key={listing.id}
              listing={listing}
              syncStatus={syncStatuses.get(listing.id)}
              isGone={gone.has(listing.id)}
              onOpen={onOpen}
              onDecide={mayDecide ? (to) => void actions.decide(listing, to) : null}
              onUndo={outbox.undo}
            />
          ))}
          {rows.length > shownCount && (
            <li className="board-more">
              <Button onClick={() => setShownCount(shownCount + CARDS_AT_ONCE)}>Show more</Button>
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

const idOf = ({ id }: Listing) => id

interface BoardSectionProps {
  /** How many listings wait in all; unknown on a bare backend. */
  queue: Dashboard['queue']
  listings: readonly Listing[]
  ackedBefore: number
  isLoading: boolean
  onOpen: (listingId: string) => void
}

/** The number of listings to review, of which the board may show only some. */
function PendingCount({
  queue,
  listings,
  rows,
}: Pick<Overlay, 'rows'> & Pick<BoardSectionProps, 'queue' | 'listings'>) {
  const { count, isMore } = countToReview(queue, listings, rows)
  if (count === 0 && !isMore) return <span>Nothing to review</span>
  return <Awaiting count={count} isMore={isMore} />
}

/** Rendered invisibly until the count is known, so that the title wraps as it will wrap beside the count. */
const USUAL_COUNT = 10

function Awaiting({ count, isMore = false }: { count: number; isMore?: boolean }) {
  return (
    <span>
      <strong>{`${groupIndian(count)}${isMore ? '+' : ''}`}</strong> awaiting review
    </span>
  )
}

/**
 * Sorts pending listings first, and otherwise in the server's order. Expects the server's rows
 * without the overlay, so that a card that was just decided remains under the pointer until the
 * next read.
 */
function orderBoard(listings: readonly Listing[]): Listing[] {
  const isOpen = (listing: Listing) => listing.status === 'pending'
  return [...listings.filter(isOpen), ...listings.filter((listing) => !isOpen(listing))]
}
