import { useDeferredValue, useMemo } from 'react'
import type { Loan } from '#src/domain/loan.ts'
import { groupIndian } from '#src/domain/money.ts'
import { displayName } from '#src/domain/text.ts'
import { findReadFreshness } from '#src/query-cache/read-freshness.ts'
import { useMay } from '#src/session/use-may.ts'
import { useUserId } from '#src/session/use-session.ts'
import { useUrlParam } from '#src/ui/address/use-url-param.ts'
import { useUrlText } from '#src/ui/address/use-url-text.ts'
import { FilterChip } from '#src/ui/form/filter-chip.tsx'
import { SearchInput } from '#src/ui/form/search-input.tsx'
import { ReadNote } from '#src/ui/reads/read-note.tsx'
import { Avatar } from '#src/ui/record/avatar.tsx'
import { ArrangedTable } from '#src/ui/table/arranged-table.tsx'
import { TableSkeleton } from '#src/ui/table/table-skeleton.tsx'
import { EmptyResult } from '#src/ui/table/toolbar/empty-result.tsx'
import { ListHead } from '#src/ui/table/toolbar/list-head.tsx'
import { useUrlSort } from '#src/ui/table/use-url-sort.ts'
import { useNow } from '#src/ui/use-now.ts'
import { LOAN_COLUMNS, LOAN_NAME_COLUMNS } from './loan-columns.tsx'
import { filterByApplicant, filterLoans } from './loan-search.ts'
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
      {(loans.value || loans.isLoading) && <LoanTable loans={loans.value} onOpen={onOpen} />}
    </>
  )
}

function LoanTable({ loans, onOpen }: LoanTableProps) {
  const userId = useUserId()
  const [query, setQuery] = useUrlText('q')
  const columns = useMay('see-loan-details') ? LOAN_COLUMNS : LOAN_NAME_COLUMNS
  const [sort, setSort] = useUrlSort(columns)
  const wanted = useDeferredValue(query)
  const [applicantId, setApplicantId] = useUrlParam('user')
  const own = useMemo(
    () => filterByApplicant(keyLoans(loans ?? NONE), applicantId),
    [loans, applicantId],
  )
  const shown = useMemo(() => filterLoans(own, wanted), [own, wanted])
  return (
    <section className="list-part" aria-label="Loan applications">
      {applicantId && (
        <FilterChip onClear={() => setApplicantId('')}>
          {`Applications of ${displayName(own[0]?.loan.applicantName)}`}
        </FilterChip>
      )}
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
          note: loans ? countLabel(shown.length, own.length) : 'Loading loan applications...',
        }}
        skeleton={!loans && <TableSkeleton cardHeightRem={14.125} />}
        caption="Loan applications"
        columns={columns}
        rows={shown}
        filterKey={`${applicantId} ${wanted}`}
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
            <EmptyResult action="Clear search" onClear={() => setQuery('')}>
              No loan application matches this search.
            </EmptyResult>
          )
        }
      />
    </section>
  )
}

interface LoanTableProps extends LoansScreenProps {
  /** Undefined during the first load. */
  loans: readonly Loan[] | undefined
}

function titleOf({ loan }: KeyedLoan): string {
  return displayName(loan.applicantName)
}

function drawPicture({ loan: { pictureUrl, applicantName } }: KeyedLoan) {
  return <Avatar src={pictureUrl} name={displayName(applicantName)} size={44} />
}

const NONE: readonly Loan[] = []

function keyOf({ key }: KeyedLoan): string {
  return key
}

function countLabel(shown: number, all: number): string {
  const loans = `${groupIndian(all)} ${all === 1 ? 'application' : 'applications'}`
  return shown === all ? loans : `${groupIndian(shown)} of ${loans}`
}
