import { useMemo } from 'react'
import { detailsPath, sectionPath } from '#src/config/paths.ts'
import type { AuditEntry } from '#src/domain/audit.ts'
import { describeAuditEntry } from '#src/domain/audit-entry-words.ts'
import { formatDay, formatTime, indianDay } from '#src/domain/dates.ts'
import { nameActor } from '#src/domain/history.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { displayId } from '#src/domain/text.ts'
import { useOverlay } from '#src/outbox/use-outbox.ts'
import { useListings } from '#src/query-cache/use-listings.ts'
import { useMay } from '#src/session/use-may.ts'
import { useUserId } from '#src/session/use-session.ts'
import { Button } from '#src/ui/form/button.tsx'
import { RecordLink } from '#src/ui/record/record-link.tsx'
import { RevertDecision } from './revert-decision.tsx'

interface ActivityListProps {
  entries: readonly AuditEntry[]
  /** Shows one listing's entries only. */
  onListing: (id: string) => void
}

/** Entries grouped by day, newest first. */
export function ActivityList({ entries, onListing }: ActivityListProps) {
  const mayDecide = useMay('decide-listings')
  const listings = useListingsById()
  if (entries.length === 0) return <p className="table-empty">Nothing matches.</p>
  return groupByDay(entries).map(({ day, at, ofDay }) => (
    <section key={day} className="section" aria-label={nameDay(at)}>
      <h3 className="section-title">{nameDay(at)}</h3>
      <ol className="history">
        {ofDay.map((entry) => (
          <li key={entry.id}>
            <Line entry={entry} />
            <Actions
              entry={entry}
              listing={mayDecide ? listings.get(entry.entityId) : undefined}
              onListing={onListing}
            />
          </li>
        ))}
      </ol>
    </section>
  ))
}

interface ActionsProps extends Pick<ActivityListProps, 'onListing'> {
  entry: AuditEntry
  /** Undefined if the listing is gone, or if the signed-in person may not decide. */
  listing: Listing | undefined
}

function Actions({ entry, listing, onListing }: ActionsProps) {
  if (entry.action !== 'status') return null
  return (
    <div className="row activity-actions">
      {listing && <RevertDecision entry={entry} listing={listing} />}
      <Button size="small" variant="quiet" onClick={() => onListing(entry.entityId)}>
        History
      </Button>
    </div>
  )
}

/** The listings as they are now, with the signed-in person's own unsent changes. */
function useListingsById(): ReadonlyMap<string, Listing> {
  const { value, ackedBefore } = useListings()
  const { rows } = useOverlay(value ?? NONE, ackedBefore)
  return useMemo(() => new Map(rows.map((listing) => [listing.id, listing])), [rows])
}

const NONE: readonly Listing[] = []

function Line({ entry }: { entry: AuditEntry }) {
  const readerId = useUserId()
  const { at, device, entityName } = entry
  const place = placeOf(entry)
  const isOwn = entry.entityId === entry.actorId
  const name =
    entityName ?? (isOwn ? entry.by : null) ?? `${place.noun} ${displayId(entry.entityId)}`
  return (
    <>
      <p>
        <span>{`${describeAuditEntry(entry)} · `}</span>
        {place.path ? (
          <RecordLink to={place.path} opens={place.opens}>
            {name}
          </RecordLink>
        ) : (
          <span>{name}</span>
        )}
      </p>
      <p className="muted">
        <time dateTime={at}>{formatTime(at)}</time>
        <span>{following([isOwn ? null : nameActor(entry, readerId), device])}</span>
      </p>
    </>
  )
}

/** The words that there are, each after a dot. */
function following(words: readonly (string | null)[]): string {
  return words.map((word) => (word ? ` · ${word}` : '')).join('')
}

interface Place {
  noun: string
  /** Null for an entry about a listing's deletion: the listing no longer exists. */
  path: string | null
  opens: 'details' | 'list'
}

function placeOf({ entity, entityId, isTeam, action }: AuditEntry): Place {
  const details = (section: 'property' | 'loans' | 'users') => detailsPath(section, entityId)
  if (entity === 'loan') return { noun: 'Loan', path: details('loans'), opens: 'details' }
  if (entity === 'listing') {
    const path = action === 'delete' ? null : details('property')
    return { noun: 'Property', path, opens: 'details' }
  }
  if (isTeam) return { noun: 'Account', path: sectionPath('team'), opens: 'list' }
  return { noun: 'Account', path: details('users'), opens: 'details' }
}

function groupByDay(entries: readonly AuditEntry[]) {
  const days = new Map<number, AuditEntry[]>()
  for (const entry of entries) {
    const day = indianDay(entry.at)
    const ofDay = days.get(day)
    if (ofDay) ofDay.push(entry)
    else days.set(day, [entry])
  }
  return [...days].map(([day, ofDay]) => ({ day, at: ofDay[0]?.at ?? '', ofDay }))
}

function nameDay(at: string): string {
  const now = Date.now()
  const daysAgo = indianDay(now) - indianDay(at)
  if (daysAgo === 0) return 'Today'
  return daysAgo === 1 ? 'Yesterday' : formatDay(at, now)
}
