import { useDeferredValue, useMemo } from 'react'
import type { Loan } from '#src/domain/loan.ts'
import { LOAN_FIELDS } from '#src/domain/query/loan-fields.ts'
import { displayName } from '#src/domain/text.ts'
import { sayRowCount } from '#src/lists/count-label.ts'
import { ExportButton } from '#src/lists/export/export-button.tsx'
import { exportOrderOf } from '#src/lists/export/export-order.ts'
import { ConditionChips } from '#src/lists/filters/condition-chips.tsx'
import { moreFilters } from '#src/lists/filters/more-filters.tsx'
import { NoMatch } from '#src/lists/filters/no-match.tsx'
import { useConditions, useFilterTime, valuesOf } from '#src/lists/filters/use-conditions.ts'
import { findReadFreshness } from '#src/query-cache/read-freshness.ts'
import { useMay } from '#src/session/use-may.ts'
import { useUserId } from '#src/session/use-session.ts'
import { useUrlText } from '#src/ui/address/use-url-text.ts'
import { FilterChip } from '#src/ui/form/filter-chip.tsx'
import { SearchInput } from '#src/ui/form/search-input.tsx'
import { ReadNote } from '#src/ui/reads/read-note.tsx'
import { Avatar } from '#src/ui/record/avatar.tsx'
import { ArrangedTable } from '#src/ui/table/arranged-table.tsx'
import { TableSkeleton } from '#src/ui/table/table-skeleton.tsx'
import { ListHead } from '#src/ui/table/toolbar/list-head.tsx'
import { useUrlSort } from '#src/ui/table/use-url-sort.ts'
import { useNow } from '#src/ui/use-now.ts'
import { LOAN_COLUMNS, LOAN_NAME_COLUMNS } from './loan-columns.tsx'
import { filterLoans, passLoans } from './loan-search.ts'
import { type KeyedLoan, keyLoans, useLoans } from './loans-queries.ts'

export interface LoansScreenProps {
  onOpen: (loanKey: string) => void
}

/** Loan Applications: the applicants, with PAN numbers as the server sends them. */
export function LoansScreen({ onOpen }: LoansScreenProps) {
  const loans = useLoans()
  const freshness = findReadFreshness(loans, useNow())
  return (
    <>
      <ListHead title="Loan Applications">
        <ReadNote {...freshness} what="the loan applications" onRetry={loans.refetch} />
      </ListHead>
      {(loans.value || loans.isLoading) && (
        <LoanTable loans={loans.value} readAtMs={loans.readAt} onOpen={onOpen} />
      )}
    </>
  )
}

function LoanTable({ loans, readAtMs, onOpen }: LoanTableProps) {
  const userId = useUserId()
  const [query, setQuery] = useUrlText('q')
  const seesDetails = useMay('see-loan-details')
  const columns = seesDetails ? LOAN_COLUMNS : LOAN_NAME_COLUMNS
  const [sort, setSort] = useUrlSort(columns)
  const wanted = useDeferredValue(query)
  const list = useConditions(seesDetails ? LOAN_FIELDS : LOAN_NAME_FIELDS)
  const { conditions, set } = list
  const [applicantId] = valuesOf(conditions, 'user')
  const nowMs = useFilterTime(list)
  const all = useMemo(() => keyLoans(loans ?? NONE), [loans])
  const found = useMemo(() => filterLoans(all, wanted), [all, wanted])
  const shown = useMemo(() => passLoans(found, conditions, nowMs), [found, conditions, nowMs])
  const inOrder = exportOrderOf({
    columns,
    sort,
    rows: shown,
    rowKey: keyOf,
    orders: SERVER_ORDERS,
  })
  return (
    <section className="list-part" aria-label="Loan applications">
      {applicantId && (
        <FilterChip onClear={() => set('user', null)}>
          {`Applications of ${displayName(loans?.find((loan) => loan.applicantId === applicantId)?.applicantName)}`}
        </FilterChip>
      )}
      <ConditionChips list={list} shownElsewhere={OWN_CONTROLS} />
      <ArrangedTable
        settingsKey={`${userId}:loans`}
        toolbar={{
          search: (
            <SearchInput
              aria-label="Search loan applications"
              placeholder="Name, phone, occupation or ID"
              value={query}
              onChange={({ target }) => setQuery(target.value)}
              onClear={() => setQuery('')}
            />
          ),
          note: loans
            ? sayRowCount(shown.length, loans.length, NAMES)
            : 'Loading loan applications...',
          more: moreFilters(list, loans ?? NONE, OWN_CONTROLS),
          action: (
            <ExportButton
              choice={
                loans
                  ? {
                      list: 'loans',
                      loadTable,
                      ...inOrder,
                      rowsInOrder: () => inOrder.rowsInOrder().map(({ loan }) => loan),
                      readAtMs,
                      conditions,
                      searchedText: wanted,
                      seesDetails,
                    }
                  : null
              }
            />
          ),
        }}
        skeleton={!loans && <TableSkeleton cardHeightRem={14.125} />}
        caption="Loan applications"
        columns={columns}
        rows={shown}
        filterKey={`${JSON.stringify(conditions)} ${wanted}`}
        rowKey={keyOf}
        sort={sort}
        onSortChange={setSort}
        onOpenRow={({ key }) => onOpen(key)}
        cardTitle={titleOf}
        cardMedia={drawPicture}
        emptyText={
          loans?.length === 0 ? (
            'No loan applications yet.'
          ) : (
            <NoMatch
              conditionCount={conditions.length}
              name="loan application"
              onClearFilters={list.clear}
              onClearSearch={() => setQuery('')}
            />
          )
        }
      />
    </section>
  )
}

interface LoanTableProps extends LoansScreenProps {
  /** Undefined during the first load. */
  loans: readonly Loan[] | undefined
  readAtMs: number
}

function titleOf({ loan }: KeyedLoan): string {
  return displayName(loan.applicantName)
}

function drawPicture({ loan: { pictureUrl, applicantName } }: KeyedLoan) {
  return <Avatar src={pictureUrl} name={displayName(applicantName)} size={44} />
}

const NONE: readonly Loan[] = []
const NAMES = ['application', 'applications'] as const
const loadTable = async () => (await import('#src/domain/export/exported-lists.ts')).LOAN_EXPORT

const OWN_CONTROLS: readonly string[] = ['user']
const SERVER_ORDERS = {} // the table is sorted by none that the server has
const LOAN_NAME_FIELDS = LOAN_FIELDS.filter(({ isDetail }) => !isDetail)

function keyOf({ key }: KeyedLoan): string {
  return key
}
