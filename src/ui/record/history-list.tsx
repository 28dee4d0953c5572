import type { ReactNode } from 'react'

/** The history of one record, newest first. */
export function HistoryList({ entries }: HistoryListProps) {
  if (entries.length === 0) return <p className="muted">Nothing has happened yet.</p>
  return (
    <ol className="history" reversed>
      {keyed(entries).map(({ key, entry }) => (
        <li key={key}>
          <p>
            <span>{entry.action}</span>
            {entry.detail && <span className="muted">{` · ${entry.detail}`}</span>}
          </p>
          <p className="muted">
            <time dateTime={entry.at}>{entry.when}</time>
            <span>
              {[entry.by, entry.device].map((word) => (word ? ` · ${word}` : '')).join('')}
            </span>
          </p>
          {entry.below}
        </li>
      ))}
    </ol>
  )
}

export interface HistoryListEntry {
  /** The time, machine-readable. */
  at: string
  /** The same time, human-readable. */
  when: string
  action: string
  detail?: string | null
  /** The person who did it. */
  by?: string | null
  /** The device that was used. */
  device?: string | null
  /** Rendered below the entry, such as its photos. */
  below?: ReactNode
}

export interface HistoryListProps {
  entries: readonly HistoryListEntry[]
}

// Entries have no id, and two may be equal: duplicates are numbered from the oldest, so that keys stay stable.
function keyed(entries: readonly HistoryListEntry[]) {
  const seen = new Map<string, number>()
  return entries
    .toReversed()
    .map((entry) => {
      const text = `${entry.when} ${entry.action} ${entry.detail}`
      const occurrence = (seen.get(text) ?? 0) + 1
      seen.set(text, occurrence)
      return { key: `${text} ${occurrence}`, entry }
    })
    .toReversed()
}
