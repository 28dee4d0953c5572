import type { useOutsideListing } from '#src/query-cache/use-outside-listing.ts'
import { Button } from '#src/ui/form/button.tsx'
import { EmptyState } from '#src/ui/layout/empty-state.tsx'

/** Instead of the details of a listing that this device does not have: it is read, or could not be. */
export function OutsideListing({ read }: OutsideListingProps) {
  if (!read.failure) return <p role="status">Loading this property...</p>
  return (
    <EmptyState
      tone="offline"
      title="This property is not on this device"
      action={
        <Button size="small" busy={read.isReading} onClick={() => void read.refetch()}>
          Retry
        </Button>
      }
    >
      The device has a part of the listings. The others need a network.
    </EmptyState>
  )
}

interface OutsideListingProps {
  read: ReturnType<typeof useOutsideListing>
}
