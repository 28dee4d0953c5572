import { useId } from 'react'
import { Link } from 'react-router-dom'
import { sectionPath } from '#src/config/paths.ts'
import { type Change, isUnsent, needsPerson } from '#src/domain/change.ts'
import { leadingAmount } from '#src/domain/listing/asking-price.ts'
import { formatLocation, type Listing, STATUS_LABELS } from '#src/domain/listing/listing.ts'
import { displayName, displayValue } from '#src/domain/text.ts'
import { DueChip } from '#src/lists/due/due-chip.tsx'
import { conflictNote } from '#src/outbox/conflict-messages.ts'
import type { ListingSyncStatus } from '#src/outbox/overlay/overlay.ts'
import { useVideoSource } from '#src/saved-videos/use-video-source.ts'
import { DecisionButtons } from '#src/ui/form/decision-buttons.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { StatusBadge } from '#src/ui/layout/status-badge.tsx'
import { ListingVideo } from '#src/ui/media/video-player.tsx'
import { SyncStatusLine } from '#src/ui/reads/sync-status-line.tsx'

/** One listing on the board: the facts for a decision, and a link to its details. */
export function BoardCard({
  listing,
  syncStatus,
  isGone,
  onOpen,
  onDecide,
  onUndo,
}: BoardCardProps) {
  const nameId = useId()
  const findSource = useVideoSource()
  const name = displayName(listing.name)
  const isLeaving = isGone || (syncStatus?.isLeaving ?? false)
  return (
    <Card
      as="li"
      className="board-card"
      data-row={listing.id}
      data-leaving={isLeaving || undefined}
    >
      <ListingVideo
        src={listing.videoUrl}
        poster={listing.posterUrl}
        label={name}
        findSource={findSource}
      />
      <div className="board-card-body">
        <div className="board-card-top">
          <StatusBadge status={listing.status}>{STATUS_LABELS[listing.status]}</StatusBadge>
          <DueChip listing={listing} />
          {syncStatus && <BoardSyncStatus syncStatus={syncStatus} onUndo={onUndo} />}
        </div>
        <h4 className="board-card-title" id={nameId}>
          <button type="button" className="row-open" onClick={() => onOpen(listing.id)}>
            <span className="board-card-name">{name}</span>
          </button>
        </h4>
        <p className="board-card-price">{leadingAmount(listing)}</p>
        <p className="board-card-meta">
          <span>{displayValue(listing.saleType)}</span>
          {' · '}
          <span>{formatLocation(listing)}</span>
        </p>
        {onDecide && (
          <div className="board-card-actions board-card-decision">
            <DecisionButtons
              status={listing.status}
              describedBy={nameId}
              disabled={isLeaving}
              onDecide={onDecide}
            />
          </div>
        )}
      </div>
    </Card>
  )
}

interface BoardCardProps {
  listing: Listing
  syncStatus: ListingSyncStatus | undefined
  /**
   * The server no longer has the listing; the card remains in its place until the pointer leaves
   * the board.
   */
  isGone: boolean
  onOpen: (listingId: string) => void
  /** Null for a role that may not decide. */
  onDecide: ((to: 'approved' | 'rejected') => void) | null
  onUndo: (change: Change) => Promise<boolean>
}

function BoardSyncStatus({
  syncStatus,
  onUndo,
}: {
  syncStatus: ListingSyncStatus
  onUndo: BoardCardProps['onUndo']
}) {
  const { kind, change } = syncStatus
  return (
    <>
      <SyncStatusLine
        kind={kind}
        label={conflictNote(syncStatus)}
        onUndo={isUnsent(change) ? () => onUndo(change) : undefined}
      />
      {needsPerson(change) && <Link to={sectionPath('outbox')}>See why</Link>}
    </>
  )
}
