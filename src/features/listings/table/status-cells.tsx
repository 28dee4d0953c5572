import { Trash2Icon } from 'lucide-react'
import { memo, useLayoutEffect, useRef } from 'react'
import {
  LISTING_STATUSES,
  type Listing,
  type ListingStatus,
  STATUS_LABELS,
} from '#src/domain/listing/listing.ts'
import { displayName, MISSING_VALUE } from '#src/domain/text.ts'
import { ListingStatusLine } from '#src/features/listings/details/listing-status-line.tsx'
import { useListingActions } from '#src/outbox/use-outbox.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Select } from '#src/ui/form/select.tsx'
import { showNotSaved } from '#src/ui/toast/not-saved-toast.ts'
import { useListingRow, useListingSyncStatus } from './listing-row-context.ts'

interface CellProps {
  listing: Listing
}

export function StatusCell({ listing }: CellProps) {
  const { undo } = useListingRow()
  const syncStatus = useListingSyncStatus(listing.id)
  return <ListingStatusLine status={listing.status} syncStatus={syncStatus} onUndo={undo} />
}

/** The Action column: choosing a status decides the listing. */
export function StatusSelectCell({ listing }: CellProps) {
  const isLeaving = useIsLeaving(listing)
  if (!useListingRow().mayDecide) return MISSING_VALUE
  return <StatusSelect listing={listing} isLeaving={isLeaving} />
}

/** The Delete Property column: asks for a confirmation. */
export function DeleteCell({ listing }: CellProps) {
  const isLeaving = useIsLeaving(listing)
  if (!useListingRow().mayDelete) return MISSING_VALUE
  return <DeleteButton listing={listing} isLeaving={isLeaving} />
}

function useIsLeaving({ id }: Listing): boolean {
  return useListingSyncStatus(id)?.isLeaving ?? false
}

// A changed sync status re-renders these cells in every row; memo skips the controls whose props are unchanged.

interface ControlProps extends CellProps {
  isLeaving: boolean
}

const StatusSelect = memo(function StatusSelect({ listing, isLeaving }: ControlProps) {
  const { decide } = useListingActions('table', showNotSaved)
  const selectRef = useRef<HTMLSelectElement>(null)
  const shownRef = useRef(listing.status)
  /** The latest choice while it is being stored, null otherwise. The select element shows it without a render. */
  const chosenRef = useRef<ListingStatus | null>(null)
  useLayoutEffect(() => {
    shownRef.current = listing.status
    if (selectRef.current && chosenRef.current === null) selectRef.current.value = listing.status
  }, [listing.status])

  async function choose(to: ListingStatus) {
    chosenRef.current = to
    const outcome = await decide(listing, to)
    if (chosenRef.current !== to) return
    chosenRef.current = null
    // On failure, restore the previous value; on success, the new status renders.
    if (!outcome && selectRef.current) selectRef.current.value = shownRef.current
  }

  return (
    <Select
      ref={selectRef}
      compact
      data-keep-clear
      aria-label={`Status of ${displayName(listing.name)}`}
      tone={listing.status === 'pending' ? 'caution' : undefined}
      defaultValue={listing.status}
      disabled={isLeaving}
      onChange={({ target }) => {
        const to = LISTING_STATUSES.find((status) => status === target.value)
        if (to) void choose(to)
      }}
    >
      {STATUS_OPTIONS}
    </Select>
  )
})

const STATUS_OPTIONS = LISTING_STATUSES.map((status) => (
  <option key={status} value={status}>
    {STATUS_LABELS[status]}
  </option>
))

const DeleteButton = memo(function DeleteButton({ listing, isLeaving }: ControlProps) {
  const { requestDelete } = useListingRow()
  return (
    <Button
      variant="quiet"
      size="small"
      data-keep-clear
      icon={<Trash2Icon size={16} />}
      aria-label={`Delete ${displayName(listing.name)}`}
      disabled={isLeaving}
      onClick={() => requestDelete(listing)}
    >
      Delete
    </Button>
  )
})
