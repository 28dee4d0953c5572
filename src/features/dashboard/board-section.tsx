import { useMemo, useState } from 'react'
import type { Listing } from '#src/domain/listing.ts'
import { useListingActions, useOutbox, useOverlay } from '#src/sync/use-sync.ts'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { showNotSaved } from '#src/ui/not-saved-toast.ts'
import { useHeldRows } from '#src/ui/use-held-rows.ts'
import { useKeptFocus } from '#src/ui/use-kept-focus.ts'
import { BoardCard } from './board-card.tsx'
import { orderBoard } from './board-order.ts'
import { BoardPlaceholder } from './board-placeholder.tsx'

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
  const overlay = useOverlay(ordered, ackedBefore)
  const { marks } = overlay
  const { rows, gone, pointerProps } = useHeldRows({
    rows: overlay.rows,
    rowKey: idOf,
    source: listings,
  })
  const actions = useListingActions('board', showNotSaved)
  const outbox = useOutbox()
  const [shownCount, setShownCount] = useState(CARDS_AT_ONCE)
  useKeptFocus((id) => rows.some((listing) => listing.id === id))

  return (
    <section className="section board-section" aria-labelledby="board-title">
      <header className="board-heading">
        <h3 className="section-title" id="board-title">
          Properties Listing Board
        </h3>
        {isLoading ? (
          <p className="board-pending" role="status">
            Loading stats...
          </p>
        ) : (
          <p className="board-pending">{isKnown && <PendingWords rows={rows} />}</p>
        )}
      </header>
      {isLoading && <BoardPlaceholder />}
      {isKnown && rows.length === 0 && (
        <EmptyState icon={<Icon name="building" size={24} />} title="No properties yet">
          What owners post comes here first, for your decision.
        </EmptyState>
      )}
      {!isKnown && !isLoading && <p className="table-empty">No properties to show</p>}
      {rows.length > 0 && (
        <ul className="board" {...pointerProps}>
          {rows.slice(0, shownCount).map((listing) => (
            <BoardCard
              key={listing.id}
              listing={listing}
              mark={marks.get(listing.id)}
              isGone={gone.has(listing.id)}
              onOpen={onOpen}
              onDecide={(to) => void actions.decide(listing, to)}
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
  listings: readonly Listing[]
  ackedBefore: number
  isLoading: boolean
  /** False when nothing could be loaded: an empty board then does not mean an empty market. */
  isKnown: boolean
  onOpen: (listingId: string) => void
}

/** How much there is to do here; the board may hold fewer than the market has. */
function PendingWords({ rows }: { rows: readonly Listing[] }) {
  const pending = rows.filter(({ status }) => status === 'pending').length
  if (pending === 0) return 'All decided'
  return (
    <>
      <strong>{pending}</strong> to decide
    </>
  )
}
