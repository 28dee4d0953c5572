import { useLayoutEffect, useRef } from 'react'
import {
  LISTING_STATUSES,
  type Listing,
  type ListingStatus,
  STATUS_LABELS,
} from '#src/domain/listing/listing.ts'
import { displayName } from '#src/domain/text.ts'
import type { ListingActions } from '#src/outbox/use-outbox.ts'
import { Select } from '#src/ui/form/select.tsx'

/** The select of the Action column: choosing a status decides the listing. */
export function StatusSelect({ listing, isLeaving, decide }: StatusSelectProps) {
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
}

interface StatusSelectProps extends Pick<ListingActions, 'decide'> {
  listing: Listing
  isLeaving: boolean
}

const STATUS_OPTIONS = LISTING_STATUSES.map((status) => (
  <option key={status} value={status}>
    {STATUS_LABELS[status]}
  </option>
))
