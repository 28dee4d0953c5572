import type { ReactNode } from 'react'
import { HistoryList, type HistoryListEntry } from './history-list.tsx'

/** The history in a record's details; renders nothing if the server has none. */
export function HistorySection({
  titleId,
  entries,
  isUnavailable,
  isAbsent,
  note,
}: HistorySectionProps) {
  if (isAbsent) return null
  return (
    <section className="stack" aria-labelledby={titleId}>
      <h3 className="section-title" id={titleId}>
        History
      </h3>
      {note}
      {entries && <HistoryList entries={entries} />}
      {!entries && (
        <p className="muted">
          {isUnavailable ? 'History is available online.' : 'Loading history...'}
        </p>
      )}
    </section>
  )
}

export interface HistorySectionProps {
  titleId: string
  /** Undefined until loaded, and if the history is unavailable or absent. */
  entries: readonly HistoryListEntry[] | undefined
  isUnavailable: boolean
  isAbsent: boolean
  /** Of entries from a saved copy: when it was read. */
  note?: ReactNode
}
