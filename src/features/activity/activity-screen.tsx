import { useDeferredValue, useMemo } from 'react'
import type { ActivityScope } from '#src/api/team/activity-api.ts'
import { findReadFreshness } from '#src/query-cache/read-freshness.ts'
import { Button } from '#src/ui/form/button.tsx'
import { FilterChip } from '#src/ui/form/filter-chip.tsx'
import { ReadNote } from '#src/ui/reads/read-note.tsx'
import { ActivityFilters } from './activity-filters.tsx'
import { ActivityList } from './activity-list.tsx'
import { filterActivity, useFoundActivity, useSavedActivity } from './activity-queries.ts'
import { useActivitySearch } from './use-activity-search.ts'

/** The actions of everybody, newest first, for people who may see the work of others. */
export function ActivityScreen() {
  return <AuditLog scope="activity" title="Activity" what="the activity" />
}

/** The decisions about listings, newest first. */
export function DecisionsScreen() {
  return <AuditLog scope="decisions" title="Recently decided" what="the decisions" />
}

interface AuditLogProps {
  scope: ActivityScope
  title: string
  what: string
}

function AuditLog({ scope, title, what }: AuditLogProps) {
  const form = useActivitySearch()
  const search = useDeferredValue(form.search)
  const saved = useSavedActivity(scope)
  const found = useFoundActivity(scope, search)
  const freshness = findReadFreshness(saved, Date.now())
  const pages = found.data?.pages
  const fromServer = useMemo(() => pages?.flatMap(({ entries }) => entries), [pages])
  const entries = fromServer ?? (saved.value && filterActivity(saved.value, search))
  const listing = entries?.find(({ entityId }) => entityId === search.listingId)

  return (
    <>
      <header className="page-header">
        <h2 className="page-title">{title}</h2>
      </header>
      {freshness && <ReadNote {...freshness} what={what} onRetry={saved.refetch} />}
      <ActivityFilters scope={scope} form={form} entries={saved.value ?? entries ?? []} />
      {search.listingId && (
        <FilterChip onClear={() => form.set('listing', '')}>
          {`About ${listing?.entityName ?? 'one property'}`}
        </FilterChip>
      )}
      {entries && (
        <ActivityList
          entries={entries}
          onListing={(id) => form.set('listing', id)}
          onClear={form.isSet ? form.clear : undefined}
        />
      )}
      {!entries && found.isPending && <p role="status">{`Loading ${what}...`}</p>}
      {found.isError && entries && (
        <p className="page-note" role="status">
          Only the last days are saved on this device.
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
