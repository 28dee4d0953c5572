import './grievances.css'
import { useDeferredValue, useMemo } from 'react'
import type { Grievance } from '#src/domain/grievance/grievance.ts'
import { countNoun, groupIndian } from '#src/domain/money.ts'
import { findReadFreshness } from '#src/query-cache/read-freshness.ts'
import { useUserId } from '#src/session/use-session.ts'
import { useUrlParam } from '#src/ui/address/use-url-param.ts'
import { useUrlText } from '#src/ui/address/use-url-text.ts'
import { SearchInput } from '#src/ui/form/search-input.tsx'
import { Segmented } from '#src/ui/form/segmented.tsx'
import { ReadNote } from '#src/ui/reads/read-note.tsx'
import { ArrangedTable } from '#src/ui/table/arranged-table.tsx'
import { TableSkeleton } from '#src/ui/table/table-skeleton.tsx'
import { EmptyResult } from '#src/ui/table/toolbar/empty-result.tsx'
import { ListHead } from '#src/ui/table/toolbar/list-head.tsx'
import { useUrlSort } from '#src/ui/table/use-url-sort.ts'
import { useNow } from '#src/ui/use-now.ts'
import { GRIEVANCE_COLUMNS } from './grievance-columns.tsx'
import {
  filterGrievances,
  GRIEVANCE_TABS,
  type GrievanceTab,
  listOfTab,
} from './grievance-search.ts'
import { useGrievances } from './grievances-queries.ts'

export interface GrievancesScreenProps {
  onOpen: (grievanceId: string) => void
}

/** The grievances for the team: open ones first, by when they are due. */
export function GrievancesScreen({ onOpen }: GrievancesScreenProps) {
  const grievances = useGrievances()
  const freshness = findReadFreshness(grievances, useNow())
  return (
    <>
      <ListHead title="Grievances">
        <ReadNote {...freshness} what="the grievances" onRetry={grievances.refetch} />
      </ListHead>
      {(grievances.value || grievances.isLoading) && (
        <GrievanceTable grievances={grievances.value} onOpen={onOpen} />
      )}
    </>
  )
}

interface GrievanceTableProps extends GrievancesScreenProps {
  /** Undefined during the first load. */
  grievances: readonly Grievance[] | undefined
}

const NONE: readonly Grievance[] = []
const TAB_LABELS: Readonly<Record<GrievanceTab, string>> = {
  open: 'Open',
  answered: 'Answered',
  all: 'All',
}
const NOTHING: Readonly<Record<GrievanceTab, string>> = {
  open: 'No open grievances.',
  answered: 'No answered grievances yet.',
  all: 'No grievances yet.',
}

function GrievanceTable({ grievances: known, onOpen }: GrievanceTableProps) {
  const grievances = known ?? NONE
  const isLoading = known === undefined
  const userId = useUserId()
  const [query, setQuery] = useUrlText('q')
  const [named, setTab] = useUrlParam('state')
  const tab = GRIEVANCE_TABS.find((one) => one === named) ?? 'open'
  const [sort, setSort] = useUrlSort(GRIEVANCE_COLUMNS)
  const wanted = useDeferredValue(query)
  const ofTab = useMemo(() => listOfTab(grievances, tab), [grievances, tab])
  const shown = useMemo(() => filterGrievances(ofTab, wanted), [ofTab, wanted])
  return (
    <section className="list-part" aria-label="Grievances">
      <ArrangedTable
        settingsKey={`${userId}:grievances`}
        toolbar={{
          search: (
            <SearchInput
              aria-label="Search grievances"
              placeholder="Number, name, contact or text"
              value={query}
              onChange={({ target }) => setQuery(target.value)}
              onClear={() => setQuery('')}
            />
          ),
          filters: (
            <Segmented
              label="State"
              options={GRIEVANCE_TABS.map((value) => ({
                value,
                label: TAB_LABELS[value],
                count: isLoading ? null : listOfTab(grievances, value).length,
              }))}
              value={tab}
              onChange={(next) => setTab(next === 'open' ? '' : next)}
            />
          ),
          filterCount: tab === 'open' ? 0 : 1,
          onClearFilters: () => setTab(''),
          note: isLoading ? 'Loading grievances...' : countLabel(shown.length, ofTab.length),
        }}
        skeleton={isLoading && <TableSkeleton cardHeightRem={14.125} />}
        caption="Grievances"
        columns={GRIEVANCE_COLUMNS}
        rows={shown}
        filterKey={`${tab} ${wanted}`}
        rowKey={keyOf}
        sort={sort}
        onSortChange={setSort}
        onOpenRow={({ id }) => onOpen(id)}
        cardTitle={titleOf}
        emptyText={
          ofTab.length === 0 ? (
            NOTHING[tab]
          ) : (
            <EmptyResult action="Clear search" onClear={() => setQuery('')}>
              No grievance matches this search.
            </EmptyResult>
          )
        }
      />
    </section>
  )
}

function titleOf({ number }: Grievance): string {
  return number
}

function keyOf({ id }: Grievance): string {
  return id
}

function countLabel(shown: number, all: number): string {
  const grievances = countNoun(all, 'grievance')
  return shown === all ? grievances : `${groupIndian(shown)} of ${grievances}`
}
