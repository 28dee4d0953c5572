import { lazy, Suspense, useContext, useEffect } from 'react'
import { countKinds, countPending, DEVICE_LISTINGS } from '#src/domain/listing/device-share.ts'
import { groupIndian } from '#src/domain/money.ts'
import { useReachability } from '#src/outbox/use-outbox.ts'
import { PartBoundaryContext } from '#src/ui/layout/part-boundary.ts'
import type { Share } from './use-share.ts'

const ListingPages = lazy(async () => ({
  default: (await import('./listing-pages.tsx')).ListingPages,
}))

/**
 * Says which listings this device has, where the server has more than a device holds. With a network, reads the others.
 * `query` is null if only this device can answer it.
 */
export function ShareNote({ share, query }: ShareNoteProps) {
  const PartBoundary = useContext(PartBoundaryContext)
  const isOnline = useReachability() === 'online'
  const { setPages } = share
  useEffect(() => {
    if (query === null) setPages(null)
  }, [query, setPages])
  return (
    <div className="share-note">
      <span>{sayShare(share)}</span>{' '}
      {isOnline && query === null && <span>Only this device knows this filter or order.</span>}
      {query !== null && (isOnline || share.pages) && (
        <PartBoundary>
          <Suspense fallback={null}>
            <ListingPages
              query={query}
              removed={share.removed}
              isOnline={isOnline}
              setPages={setPages}
            />
          </Suspense>
        </PartBoundary>
      )}
    </div>
  )
}

function sayShare({ partOf, held }: Share): string {
  const pending = countPending(partOf)
  const which =
    pending <= DEVICE_LISTINGS
      ? 'all that are pending, and the latest'
      : `those of the ${groupIndian(pending)} pending that wait longest, and the latest`
  return `${groupIndian(held)} of ${groupIndian(countKinds(partOf))} listings are on this device: ${which}. The others need a network.`
}

interface ShareNoteProps {
  share: Share
  query: string | null
}
