import { Suspense } from 'react'
import { formatDateTime } from '#src/domain/dates.ts'
import { type HistoryEntry, nameActor } from '#src/domain/history.ts'
import { LISTING_STATUSES, STATUS_LABELS } from '#src/domain/listing/listing.ts'
import { type HistoryView, useHistory, useRemovedHistory } from '#src/query-cache/use-history.ts'
import { useSession } from '#src/session/use-session.ts'
import { lazyScreen } from '#src/ui/lazy-screen.tsx'
import { HistorySection } from '#src/ui/record/history-section.tsx'

const takenPhotos = lazyScreen(
  async () => (await import('#src/features/listings/visits/photos/taken-photos.tsx')).TakenPhotos,
)

/** The history of a listing since it was posted, if the server has one. */
export function ListingHistory({ id }: { id: string }) {
  return <Timeline {...useHistory('properties', id)} />
}

/** The decisions about a deleted listing, including its deletion. */
export function RemovedListingHistory({ id }: { id: string }) {
  return <Timeline {...useRemovedHistory(id)} />
}

function Timeline({ entries, ...view }: HistoryView) {
  const readerId = useSession()?.account?.id
  return (
    <HistorySection
      {...view}
      titleId="listing-history-title"
      entries={entries?.map((entry) => toLine(entry, readerId))}
    />
  )
}

function toLine(entry: HistoryEntry, readerId: string | undefined) {
  const { at, action, detail, device, photos } = entry
  return {
    at,
    when: formatDateTime(at),
    action,
    detail: [describeMove(entry), detail].filter(Boolean).join(' · '),
    by: nameActor(entry, readerId),
    device,
    below: photos && (
      <Suspense fallback={null}>
        <takenPhotos.Screen photos={photos} />
      </Suspense>
    ),
  }
}

function describeMove({ from, to }: HistoryEntry): string | null {
  if (!from) return null
  return to ? `${statusLabel(from)} → ${statusLabel(to)}` : `was ${statusLabel(from)}`
}

function statusLabel(word: string): string {
  const status = LISTING_STATUSES.find((known) => known === word)
  return status ? STATUS_LABELS[status] : word
}
