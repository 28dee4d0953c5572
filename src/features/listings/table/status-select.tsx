import {
  LISTING_STATUSES,
  type Listing,
  type ListingStatus,
  STATUS_LABELS,
} from '#src/domain/listing/listing.ts'
import { displayName } from '#src/domain/text.ts'
import type { ListingActions } from '#src/outbox/use-outbox.ts'
import { DecidingSelect } from '#src/ui/form/deciding-select.tsx'

/** The select of the Action column: choosing a status decides the listing. */
export function StatusSelect({ listing, saving, isLeaving, decide }: StatusSelectProps) {
  const shown = saving ?? listing.status
  return (
    <DecidingSelect
      compact
      data-keep-clear
      aria-label={`Status of ${displayName(listing.name)}`}
      value={shown}
      disabled={isLeaving}
      onDecide={(value) => {
        const to = LISTING_STATUSES.find((status) => status === value)
        if (to) void decide(listing, to)
      }}
    >
      {STATUS_OPTIONS}
    </DecidingSelect>
  )
}

interface StatusSelectProps extends Pick<ListingActions, 'decide'> {
  listing: Listing
  /** The chosen status while the device is storing it. */
  saving: ListingStatus | null
  isLeaving: boolean
}

const STATUS_OPTIONS = LISTING_STATUSES.map((status) => (
  <option key={status} value={status}>
    {STATUS_LABELS[status]}
  </option>
))
