import { useState } from 'react'
import {
  LISTING_STATUSES,
  type Listing,
  type ListingStatus,
  STATUS_LABELS,
} from '#src/domain/listing.ts'
import { displayName } from '#src/domain/text.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Select } from '#src/ui/select.tsx'
import { useListingMark, useListingRow } from './listing-row-context.ts'
import { ListingStatusLine } from './listing-status-line.tsx'

interface CellProps {
  listing: Listing
}

export function StatusCell({ listing }: CellProps) {
  const { undo } = useListingRow()
  const mark = useListingMark(listing.id)
  return <ListingStatusLine status={listing.status} mark={mark} onUndo={undo} />
}

/** The Action column: choosing a status sends it. */
export function StatusSelectCell({ listing }: CellProps) {
  const { decide } = useListingRow()
  const mark = useListingMark(listing.id)
  // What was chosen stands there while it is being kept, and goes back to what was if it cannot be.
  const [chosen, setChosen] = useState<ListingStatus | null>(null)

  async function choose(to: ListingStatus) {
    setChosen(to)
    await decide(listing, to)
    setChosen((now) => (now === to ? null : now))
  }

  return (
    <Select
      compact
      aria-label={`Status of ${displayName(listing.name)}`}
      tone={listing.status === 'pending' ? 'caution' : undefined}
      value={chosen ?? listing.status}
      disabled={mark?.isLeaving}
      onChange={({ target }) => {
        const to = LISTING_STATUSES.find((status) => status === target.value)
        if (to) void choose(to)
      }}
    >
      {LISTING_STATUSES.map((status) => (
        <option key={status} value={status}>
          {STATUS_LABELS[status]}
        </option>
      ))}
    </Select>
  )
}

/** The Delete Property column: asks first. */
export function DeleteCell({ listing }: CellProps) {
  const { askToDelete } = useListingRow()
  const mark = useListingMark(listing.id)
  return (
    <Button
      variant="quiet"
      size="small"
      icon={<Icon name="trash" size={18} />}
      aria-label={`Delete ${displayName(listing.name)}`}
      disabled={mark?.isLeaving}
      onClick={() => askToDelete(listing)}
    >
      Delete
    </Button>
  )
}
