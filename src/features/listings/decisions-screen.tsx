import { useDeferredValue, useMemo } from 'react'
import { detailsPath } from '#src/config/paths.ts'
import { type AuditEntry, toHistoryEntry } from '#src/domain/audit.ts'
import { formatDateTime } from '#src/domain/dates.ts'
import { nameActor } from '#src/domain/history.ts'
import { displayId, displayName } from '#src/domain/text.ts'
import { findReadFreshness } from '#src/query-cache/read-freshness.ts'
import { useSession } from '#src/session/use-session.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { SearchInput } from '#src/ui/form/search-input.tsx'
import { TextInput } from '#src/ui/form/text-input.tsx'
import { useAddressParam } from '#src/ui/form/use-address-param.ts'
import { useAddressText } from '#src/ui/form/use-address-text.ts'
import { ReadNote } from '#src/ui/layout/read-note.tsx'
import { RecordLink } from '#src/ui/record/record-link.tsx'
import {
  filterDecisions,
  rangeOfDays,
  useFoundDecisions,
  useLatestDecisions,
} from './decisions-queries.ts'
import { useListings } from './listings-queries.ts'

/** Decisions about listings, newest first, searchable by device and day. */
export function DecisionsScreen() {
  const [device, setDevice] = useAddressText('device')
  const [first, setFirst] = useAddressParam('from')
  const [last, setLast] = useAddressParam('to')
  const part = useDeferredValue(device.trim())
  const search = useMemo(() => ({ device: part, ...rangeOfDays(first, last) }), [part, first, last])
  const latest = useLatestDecisions()
  const found = useFoundDecisions(search)
  const freshness = findReadFreshness(latest, Date.now())
  const entries =
    found.data?.pages.flatMap((page) => page.entries) ??
    (latest.value && filterDecisions(latest.value, search))

  return (
    <>
      <header className="page-header">
        <h2 className="page-title">Recently decided</h2>
      </header>
      {freshness && <ReadNote {...freshness} what="the decisions" onRetry={latest.refetch} />}
      <div className="row">
        <Field label="Device">
          {(input) => (
            <SearchInput
              {...input}
              placeholder="Chrome, Android, ..."
              value={device}
              onChange={({ target }) => setDevice(target.value)}
            />
          )}
        </Field>
        <Day label="From" day={first} onDay={setFirst} />
        <Day label="To" day={last} onDay={setLast} />
      </div>
      {entries && <Decisions entries={entries} />}
      {!entries && found.isPending && <p role="status">Loading decisions...</p>}
      {found.isError && entries && (
        <p className="page-note" role="status">
          Only the newest decisions are saved on this device.
        </p>
      )}
      {found.hasNextPage && (
        <p>
          <Button busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            Show older
          </Button>
        </p>
      )}
    </>
  )
}

function Day({ label, day, onDay }: { label: string; day: string; onDay: (day: string) => void }) {
  return (
    <Field label={label}>
      {(input) => (
        <TextInput
          {...input}
          type="date"
          max="9999-12-31"
          value={day}
          onChange={({ target }) => onDay(target.value)}
        />
      )}
    </Field>
  )
}

function Decisions({ entries }: { entries: readonly AuditEntry[] }) {
  const readerId = useSession()?.account?.id
  const listings = useListings().value
  const names = useMemo(() => new Map(listings?.map(({ id, name }) => [id, name])), [listings])
  if (entries.length === 0) return <p className="table-empty">No decision matches.</p>
  return (
    <ol className="history">
      {entries.map((entry) => {
        const { at, action, actorId, by, device } = toHistoryEntry(entry)
        const isThere = names.has(entry.entityId)
        return (
          <li key={entry.id}>
            <p>
              {action} ·{' '}
              {isThere ? (
                <RecordLink to={detailsPath('property', entry.entityId)} opens="details">
                  {displayName(names.get(entry.entityId))}
                </RecordLink>
              ) : (
                `Property ${displayId(entry.entityId)}`
              )}
            </p>
            <p className="muted">
              <time dateTime={at}>{formatDateTime(at)}</time>
              {[nameActor({ actorId, by }, readerId), device].map((word) => word && ` · ${word}`)}
            </p>
          </li>
        )
      })}
    </ol>
  )
}
