import { type ReactNode, useDeferredValue, useMemo } from 'react'
import type { ExportedListName } from '#src/domain/export/list-export.ts'
import type { QueryField } from '#src/domain/query/condition.ts'
import { filterRows } from '#src/domain/query/condition-rows.ts'
import { findWords } from '#src/domain/text.ts'
import { useUserId } from '#src/session/use-session.ts'
import { useUrlText } from '#src/ui/address/use-url-text.ts'
import { FilterChip } from '#src/ui/form/filter-chip.tsx'
import { SearchInput } from '#src/ui/form/search-input.tsx'
import { ArrangedTable } from '#src/ui/table/arranged-table.tsx'
import type { DataColumn } from '#src/ui/table/columns/data-columns.ts'
import { TableSkeleton } from '#src/ui/table/table-skeleton.tsx'
import { useUrlSort } from '#src/ui/table/use-url-sort.ts'
import { sayRowCount } from './count-label.ts'
import { ExportButton } from './export/export-button.tsx'
import type { ExportChoice } from './export/export-choice.ts'
import { exportOrderOf } from './export/export-order.ts'
import { ConditionChips } from './filters/condition-chips.tsx'
import { moreFilters } from './filters/more-filters.tsx'
import { NoMatch } from './filters/no-match.tsx'
import { useConditions, useFilterTime, valuesOf } from './filters/use-conditions.ts'

/** A list of records that people only look at, with its search, filters, order and export, which the address has. */
export function RecordList<Row>({
  kind,
  rows,
  readAtMs,
  seesDetails,
  onOpen,
}: RecordListProps<Row>) {
  const { list, words, fields, columns, keyOf } = kind
  const userId = useUserId()
  const [query, setQuery] = useUrlText('q')
  const [sort, setSort] = useUrlSort(columns)
  const wanted = useDeferredValue(query)
  const filters = useConditions(fields)
  const { conditions } = filters
  const nowMs = useFilterTime(filters)
  const all: readonly Row[] = rows ?? NONE
  const found = useMemo(() => findWords(all, wanted, kind.textsOf), [all, wanted, kind])
  const shown = useMemo(
    () => filterRows(found, conditions, fields, nowMs),
    [found, conditions, fields, nowMs],
  )
  const { sayOfUser } = kind
  const [chosenId] = sayOfUser ? valuesOf(conditions, 'user') : NONE
  const ofUser = chosenId && sayOfUser?.(chosenId, all)
  const shownElsewhere = sayOfUser ? OF_USER : NONE
  const choice = (): ExportChoice<Row> => ({
    list,
    loadTable: kind.loadTable,
    ...exportOrderOf({ columns, sort, rows: shown, rowKey: keyOf, orders: kind.orders }),
    readAtMs,
    conditions: conditions,
    searchedText: wanted,
    seesDetails,
  })
  return (
    <section className="list-part" aria-label={words.caption}>
      {ofUser && <FilterChip onClear={() => filters.set('user', null)}>{ofUser}</FilterChip>}
      <ConditionChips list={filters} shownElsewhere={shownElsewhere} />
      <ArrangedTable
        settingsKey={`${userId}:${list}`}
        toolbar={{
          search: (
            <SearchInput
              aria-label={`Search ${words.many}`}
              placeholder={words.searched}
              value={query}
              onChange={({ target }) => setQuery(target.value)}
              onClear={() => setQuery('')}
            />
          ),
          note: rows
            ? sayRowCount(shown.length, rows.length, words.counted)
            : `Loading ${words.many}...`,
          more: moreFilters(filters, all, shownElsewhere),
          action: <ExportButton choice={rows ? choice() : null} />,
        }}
        skeleton={!rows && <TableSkeleton cardHeightRem={kind.cardHeightRem} />}
        caption={words.caption}
        columns={columns}
        rows={shown}
        filterKey={`${JSON.stringify(conditions)} ${wanted}`}
        rowKey={keyOf}
        sort={sort}
        onSortChange={setSort}
        onOpenRow={(row) => onOpen(keyOf(row))}
        cardTitle={kind.titleOf}
        {...(kind.drawPicture && { cardMedia: kind.drawPicture })}
        emptyText={
          rows?.length === 0 ? (
            `No ${words.many} yet.`
          ) : (
            <NoMatch
              conditionCount={conditions.length}
              name={words.one}
              onClearFilters={filters.clear}
              onClearSearch={() => setQuery('')}
            />
          )
        }
      />
    </section>
  )
}

const NONE: readonly never[] = []
const OF_USER: readonly string[] = ['user']

/** What a list is of. Pass the same object again while it is the same. */
export interface RecordListKind<Row> {
  /** Its name in exports, and in the saved settings of its columns. */
  list: ExportedListName
  words: {
    caption: string
    /** 'loan application' */
    one: string
    /** 'loan applications' */
    many: string
    /** The short form beside a number: 'application', 'applications'. */
    counted: readonly [one: string, many: string]
    /** What the search looks in: 'Name, plan or ID'. */
    searched: string
  }
  fields: readonly QueryField<Row>[]
  columns: readonly DataColumn<Row>[]
  /** The orders that the server has, by the ids of their columns. */
  orders: Parameters<typeof exportOrderOf<Row>>[0]['orders']
  textsOf: Parameters<typeof findWords<Row>>[2]
  loadTable: ExportChoice<Row>['loadTable']
  keyOf: (row: Row) => string
  titleOf: (row: Row) => string
  drawPicture?: (row: Row) => ReactNode
  /** What a chip says in place of the condition on `user`. */
  sayOfUser?: (userId: string, rows: readonly Row[]) => string
  cardHeightRem: number
}

interface RecordListProps<Row> {
  kind: RecordListKind<Row>
  /** Undefined during the first load. */
  rows: readonly Row[] | undefined
  readAtMs: number
  /** Whether the role sees the details of the rows. */
  seesDetails: boolean
  /** Called with the row's key. */
  onOpen: (key: string) => void
}
