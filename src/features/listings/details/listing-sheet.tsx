import '#src/features/listings/listings.css'
import { useMemo, useState } from 'react'
import type { Listing } from '#src/domain/listing/listing.ts'
import { DELETE_LISTING } from '#src/domain/listing/listing-commands.ts'
import { displayName } from '#src/domain/text.ts'
import { AssignButton } from '#src/features/listings/assignments/assign-button.tsx'
import { AssigneeChip } from '#src/features/listings/assignments/assignee-chip.tsx'
import { ClaimChip } from '#src/features/listings/claims/claim-chip.tsx'
import { DeleteConfirmation } from '#src/features/listings/delete-confirmation.tsx'
import { ExplainButton } from '#src/features/listings/reasons/explain-button.tsx'
import { VisitButton } from '#src/features/listings/visits/visit-button.tsx'
import { DueChip } from '#src/lists/due/due-chip.tsx'
import { NotesSection } from '#src/notes/notes-section.tsx'
import { useListingActions, useOutbox, useOverlay } from '#src/outbox/use-outbox.ts'
import { findReadFreshness } from '#src/query-cache/read-freshness.ts'
import { useListings } from '#src/query-cache/use-listings.ts'
import { useOutsideListing } from '#src/query-cache/use-outside-listing.ts'
import { useSeenListing } from '#src/query-cache/use-seen-listing.ts'
import { useVideoSource } from '#src/saved-videos/use-video-source.ts'
import { useMay } from '#src/session/use-may.ts'
import { Sheet } from '#src/ui/dialog/sheet.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { DecisionButtons } from '#src/ui/form/decision-buttons.tsx'
import { CommandIcon } from '#src/ui/layout/command-icon.tsx'
import { EmptyState } from '#src/ui/layout/empty-state.tsx'
import { ListingVideo } from '#src/ui/media/video-player.tsx'
import { ReadNote } from '#src/ui/reads/read-note.tsx'
import { showNotSaved } from '#src/ui/toast/not-saved-toast.ts'
import { showToast } from '#src/ui/toast/toast.ts'
import { DueNote } from './due-note.tsx'
import { ListingDetails } from './listing-details.tsx'
import { ListingHistory, RemovedListingHistory } from './listing-history.tsx'
import { ListingStatusLine } from './listing-status-line.tsx'
import { OutsideListing } from './outside-listing.tsx'
import { OwnerContact } from './owner-contact.tsx'
import { OwnerSubmission } from './owner-submission.tsx'
import { SaveVideo } from './save-video.tsx'
import { SyncStatusHint } from './sync-status-hint.tsx'

const TITLE_ID = 'listing-sheet-name'

/** All details of one listing, and the controls to decide about it. */
export function ListingSheet({ id, onClose }: ListingSheetProps) {
  const read = useListings()
  const seen = useSeenListing(id)
  const seenListing = seen?.listing
  const listed = useMemo(() => {
    const listings = read.value ?? read.arriving?.rows
    return listings?.filter((row) => row.id === id) ?? []
  }, [read.value, read.arriving, id])
  const isDeleted = read.removed?.ids.includes(id) ?? false
  const isOutside = read.partOf !== null && listed.length === 0 && !isDeleted
  const outside = useOutsideListing(id, isOutside)
  const isListed = (read.value !== undefined && !isOutside) || listed.length > 0
  const elsewhere = outside.listing ?? seenListing
  const own = useMemo(() => {
    if (isListed) return listed
    return elsewhere ? [elsewhere] : []
  }, [isListed, listed, elsewhere])
  const { rows, syncStatuses } = useOverlay(
    own,
    isListed || outside.listing ? read.ackedBefore : (seen?.ackedBefore ?? 0),
  )
  const actions = useListingActions('board', showNotSaved)
  const outbox = useOutbox()
  const mayDecide = useMay('decide-listings')
  const mayDelete = useMay('delete-listings')
  const findSource = useVideoSource()
  const [pendingDelete, setPendingDelete] = useState<Listing | null>(null)
  const listing = rows[0]
  const freshness = findReadFreshness(read, Date.now())

  if (!listing) {
    const isUnknown = isOutside && outside.failure?.status !== 404
    return (
      <Sheet open title="Property" onClose={onClose}>
        <ReadNote {...freshness} what="this property" onRetry={read.refetch} />
        {!read.value && !read.failure && <p role="status">Loading properties...</p>}
        {isUnknown && <OutsideListing read={outside} />}
        {read.value && !isUnknown && (
          <>
            <EmptyState title="This property is not in the list">
              It was deleted, or the address is wrong.
            </EmptyState>
            <RemovedListingHistory id={id} />
          </>
        )}
      </Sheet>
    )
  }

  const syncStatus = syncStatuses.get(id)
  const isLeaving = syncStatus?.isLeaving ?? false
  const name = displayName(listing.name)
  return (
    <Sheet
      open
      title={name}
      onClose={onClose}
      footer={
        (mayDecide || mayDelete) && (
          <div className="listing-actions">
            {mayDecide && (
              <DecisionButtons
                status={listing.status}
                describedBy={TITLE_ID}
                disabled={isLeaving}
                onDecide={(to) => void actions.decide(listing, to)}
              />
            )}
            {mayDelete && (
              <Button
                variant="quiet"
                icon={<CommandIcon name={DELETE_LISTING.icon} />}
                disabled={isLeaving}
                onClick={() => setPendingDelete(listing)}
              >
                {DELETE_LISTING.label}
              </Button>
            )}
          </div>
        )
      }
    >
      <div className="stack">
        <ListingVideo
          src={listing.videoUrl}
          poster={listing.posterUrl}
          label={name}
          findSource={findSource}
        />
        {listing.videoUrl && <SaveVideo url={listing.videoUrl} posterUrl={listing.posterUrl} />}
        <p className={isLeaving ? 'struck' : 'visually-hidden'} id={TITLE_ID}>
          {name}
        </p>
        <ListingStatusLine status={listing.status} syncStatus={syncStatus} onUndo={outbox.undo} />
        {listing.version !== null && (
          <div className="row">
            <DueChip listing={listing} />
            <AssigneeChip listing={listing} isLong />
            <AssignButton
              listing={listing}
              onAssigned={(_, said) => showToast({ tone: 'info', message: said })}
            />
          </div>
        )}
        <DueNote listing={listing} />
        <ClaimChip listingId={id} isLong />
        {syncStatus && <SyncStatusHint syncStatus={syncStatus} />}
        <ExplainButton listing={listing} />
        <ReadNote {...freshness} onRetry={read.refetch} />
        <ListingDetails listing={listing} />
        <OwnerContact listing={listing} />
        <VisitButton listing={listing} />
        {listing.version !== null && (
          <OwnerSubmission
            listing={listing}
            part="all"
            onReject={
              mayDecide && !isLeaving && listing.status !== 'rejected'
                ? () => actions.decide(listing, 'rejected')
                : undefined
            }
          />
        )}
        {listing.version !== null && (
          <NotesSection key={`notes ${id}`} about={{ kind: 'listing', id }} name={listing.name} />
        )}
        {/* The key makes a new version of the listing load the history again. */}
        <ListingHistory key={listing.version} id={id} />
      </div>
      <DeleteConfirmation
        listing={pendingDelete}
        onCancel={() => setPendingDelete(null)}
        onConfirm={(confirmed) => {
          setPendingDelete(null)
          void actions.remove(confirmed)
        }}
      />
    </Sheet>
  )
}

export interface ListingSheetProps {
  id: string
  onClose: () => void
}
