import { LISTING_STATUSES, type Listing, STATUS_LABELS } from '#src/domain/listing.ts'
import { displayName } from '#src/domain/text.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Select } from '#src/ui/select.tsx'
import { useListingRow } from './listing-row-context.ts'
import { ListingStatusLine } from './listing-status-line.tsx'

interface CellProps {
  listing: Listing
}

export function StatusCell({ listing }: CellProps) {
  const { marks, undo } = useListingRow()
  return <ListingStatusLine status={listing.status} mark={marks.get(listing.id)} onUndo={undo} />
}

/** The Action column: choosing a status sends it. */
export function StatusSelectCell({ listing }: CellProps) {
  const { marks, decide } = useListingRow()
  return (
    <Select
      compact
      aria-label={`Status of ${displayName(listing.name)}`}
      tone={listing.status === 'pending' ? 'caution' : undefined}
      value={listing.status}
      disabled={marks.get(listing.id)?.isLeaving}
      onChange={({ target }) => {
        const to = LISTING_STATUSES.find((status) => status === target.value)
        if (to) decide(listing, to)
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
  const { marks, askToDelete } = useListingRow()
  return (
    <Button
      variant="quiet"
      size="small"
      icon={<Icon name="trash" size={18} />}
      aria-label={`Delete ${displayName(listing.name)}`}
      disabled={marks.get(listing.id)?.isLeaving}
      onClick={() => askToDelete(listing)}
    >
      Delete
    </Button>
  )
}
