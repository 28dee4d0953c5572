import { formatDateTime } from '#src/domain/dates.ts'
import type { HistoryEntry } from '#src/domain/history.ts'
import { LISTING_STATUSES, STATUS_LABELS } from '#src/domain/listing.ts'
import { useHistory } from '#src/sync/use-history.ts'
import { HistoryList } from '#src/ui/history-list.tsx'

/** What happened to a listing, as far as the server tells. */
export function ListingHistory({ id }: { id: string }) {
  const { entries, isUnavailable } = useHistory('properties', id)
  return (
    <section className="stack" aria-labelledby="listing-history-title">
      <h3 className="section-title" id="listing-history-title">
        History
      </h3>
      {entries && <HistoryList entries={entries.map(toLine)} />}
      {!entries && (
        <p className="muted">
          {isUnavailable ? 'History is available online.' : 'Loading history...'}
        </p>
      )}
    </section>
  )
}

function toLine({ at, action, from, to, detail, device }: HistoryEntry) {
  const move = from && to ? `${statusWord(from)} → ${statusWord(to)}` : null
  return {
    when: formatDateTime(at),
    action,
    detail: [move, detail].filter(Boolean).join(' · '),
    device,
  }
}

function statusWord(word: string): string {
  const status = LISTING_STATUSES.find((known) => known === word)
  return status ? STATUS_LABELS[status] : word
}
