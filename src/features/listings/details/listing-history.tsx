import { type ReactNode, Suspense } from 'react'
import { formatDateTime } from '#src/domain/dates.ts'
import { type HistoryEntry, nameActor } from '#src/domain/history.ts'
import { LISTING_STATUSES, STATUS_LABELS } from '#src/domain/listing/listing.ts'
import { findReadFreshness } from '#src/query-cache/read-freshness.ts'
import { type HistoryView, useRemovedHistory } from '#src/query-cache/use-history.ts'
import { useListingHistory } from '#src/query-cache/use-listing-history.ts'
import { useSession } from '#src/session/use-session.ts'
import { lazyScreen } from '#src/ui/lazy-screen.tsx'
import { ReadNote } from '#src/ui/reads/read-note.tsx'
import { HistorySection } from '#src/ui/record/history-section.tsx'

const takenPhotos = lazyScreen(
  async () => (await import('#src/features/listings/visits/photos/taken-photos.tsx')).TakenPhotos,
)

/** The history of a listing since it was posted, if the server has one. The device keeps what was shown. */
export function ListingHistory({ id }: { id: string }) {
  const read = useListingHistory(id)
  const { value, failure } = read
  const isOld = Boolean(value && failure)
  return (
    <Timeline
      entries={value ?? undefined}
      isUnavailable={failure !== null}
      isAbsent={value === null}
      note={isOld && <ReadNote {...findReadFreshness(read, Date.now())} />}
    />
  )
}

/** The decisions about a deleted listing, including its deletion. */
export function RemovedListingHistory({ id }: { id: string }) {
  return <Timeline {...useRemovedHistory(id)} />
}

function Timeline({ entries, ...view }: TimelineProps) {
  const readerId = useSession()?.account?.id
  return (
    <HistorySection
      {...view}
      titleId="listing-history-title"
      entries={entries?.map((entry) => toLine(entry, readerId))}
    />
  )
}

interface TimelineProps extends Omit<HistoryView, 'entries'> {
  entries: readonly HistoryEntry[] | undefined
  /** When a saved copy was read. */
  note?: ReactNode
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
