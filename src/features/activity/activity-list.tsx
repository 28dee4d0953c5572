import { type ReactNode, useMemo, useState } from 'react'
import { detailsPath, sectionPath } from '#src/config/paths.ts'
import type { AuditEntry } from '#src/domain/audit.ts'
import { describeAuditEntry } from '#src/domain/audit-entry-words.ts'
import { formatDay, formatTime, indianDay } from '#src/domain/dates.ts'
import { nameActor } from '#src/domain/history.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { displayId } from '#src/domain/text.ts'
import { useOverlay } from '#src/outbox/use-outbox.ts'
import { useListings } from '#src/query-cache/use-listings.ts'
import { useReasons } from '#src/query-cache/use-reasons.ts'
import { useMay } from '#src/session/use-may.ts'
import { useUserId } from '#src/session/use-session.ts'
import { Card } from '#src/ui/layout/card.tsx'
import { RecordLink } from '#src/ui/record/record-link.tsx'
import { EmptyResult } from '#src/ui/table/toolbar/empty-result.tsx'
import { groupSeries, type Series } from './activity-series.ts'
import { DecisionMenu } from './decision-menu.tsx'

interface ActivityListProps {
  entries: readonly AuditEntry[]
  /** Shows one listing's entries only. */
  onListing: (id: string) => void
  /** Clears the filters; undefined without any. */
  onClear: (() => void) | undefined
}

/** Entries grouped by day, newest first, one line an entry. A series by one person is one line too, until it is opened. */
export function ActivityList(props: ActivityListProps) {
  const hasReasons = props.entries.some(({ action }) => action === 'reason')
  return hasReasons ? <NamedList {...props} /> : <Days {...props} />
}

/** Names the reasons of rejections. Only people who may read them have entries about them. */
function NamedList(props: ActivityListProps) {
  const { value } = useReasons()
  const findLabel = (code: string) => value?.reasons.find((reason) => reason.code === code)?.label
  return <Days {...props} nameReason={findLabel} />
}

interface DaysProps extends ActivityListProps {
  /** The label of a reason, by its code. */
  nameReason?: (code: string) => string | undefined
}

function Days({ entries, onListing, onClear, nameReason }: DaysProps) {
  const mayDecide = useMay('decide-listings')
  const listings = useListingsById()
  if (entries.length === 0)
    return onClear ? (
      <EmptyResult action="Clear filters" onClear={onClear}>
        Nothing matches.
      </EmptyResult>
    ) : (
      <p className="table-empty">Nothing happened yet.</p>
    )
  const draw = (entry: AuditEntry) => (
    <li key={entry.id} className="activity-line">
      <Line
        entry={entry}
        nameReason={nameReason}
        listing={mayDecide ? listings.get(entry.entityId) : undefined}
        onListing={onListing}
      />
    </li>
  )
  return groupByDay(entries).map(({ day, at, ofDay }) => (
    <section key={day} className="section" aria-label={nameDay(at)}>
      <h3 className="section-title">{nameDay(at)}</h3>
      <Card as="div">
        <ol className="activity-lines">
          {groupSeries(ofDay).map((series) =>
            series.summary === null ? (
              series.entries.map(draw)
            ) : (
              <li key={series.entries.at(-1)?.id}>
                <SeriesLine series={series}>{() => series.entries.map(draw)}</SeriesLine>
              </li>
            ),
          )}
        </ol>
      </Card>
    </section>
  ))
}

interface SeriesLineProps {
  series: Series
  /** Draws the lines of the entries; called only while the series is open. */
  children: () => ReactNode
}

function SeriesLine({ series: { entries, summary }, children }: SeriesLineProps) {
  const readerId = useUserId()
  const [isOpen, setOpen] = useState(false)
  const [newest] = entries
  const oldest = entries.at(-1)
  if (!newest || !oldest) return null
  const [since, until] = [formatTime(oldest.at), formatTime(newest.at)]
  return (
    <details
      className="activity-series"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <time dateTime={newest.at}>{since === until ? until : `${since} to ${until}`}</time>
        <span>{` ${nameActor(newest, readerId)} ${summary}`}</span>
      </summary>
      {isOpen && <ol className="activity-lines">{children()}</ol>}
    </details>
  )
}

/** The listings as they are now, with the signed-in person's own unsent changes. */
function useListingsById(): ReadonlyMap<string, Listing> {
  const { value, ackedBefore } = useListings()
  const { rows } = useOverlay(value ?? NONE, ackedBefore)
  return useMemo(() => new Map(rows.map((listing) => [listing.id, listing])), [rows])
}

const NONE: readonly Listing[] = []

interface LineProps extends Pick<ActivityListProps, 'onListing'> {
  entry: AuditEntry
  nameReason: DaysProps['nameReason']
  /** Undefined if the listing is gone, or if the signed-in person may not decide. */
  listing: Listing | undefined
}

function Line({ entry, nameReason, listing, onListing }: LineProps) {
  const readerId = useUserId()
  const { at, device, entityName } = entry
  const place = placeOf(entry)
  const isOwn = entry.entityId === entry.actorId
  const name =
    entityName ?? (isOwn ? entry.by : null) ?? `${place.noun} ${displayId(entry.entityId)}`
  const what = describeAuditEntry(entry, nameReason)
  const actor = isOwn ? null : nameActor(entry, readerId)
  return (
    <>
      <p className="activity-text">
        <time dateTime={at}>{formatTime(at)}</time>
        <span>{` ${actor ? `${actor} · ` : ''}${what} · `}</span>
        {place.path ? (
          <RecordLink to={place.path} opens={place.opens}>
            {name}
          </RecordLink>
        ) : (
          <span>{name}</span>
        )}
        {device && <span className="muted">{` · ${device}`}</span>}
      </p>
      {entry.action === 'status' && (
        <DecisionMenu
          entry={entry}
          of={`${what} ${name}, ${formatTime(at)}`}
          listing={listing}
          onListing={onListing}
        />
      )}
    </>
  )
}

interface Place {
  noun: string
  /** Null for an entry about a listing's deletion: the listing no longer exists. */
  path: string | null
  opens: 'details' | 'list'
}

function placeOf({ entity, entityId, isTeam, action }: AuditEntry): Place {
  const details = (section: 'property' | 'loans' | 'users' | 'grievances') =>
    detailsPath(section, entityId)
  if (entity === 'loan') return { noun: 'Loan', path: details('loans'), opens: 'details' }
  if (entity === 'grievance')
    return { noun: 'Grievance', path: details('grievances'), opens: 'details' }
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
