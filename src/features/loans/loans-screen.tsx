import { useDeferredValue, useMemo } from 'react'
import type { Loan } from '#src/domain/loan.ts'
import { displayName } from '#src/domain/text.ts'
import { findReadFreshness } from '#src/sync/read-freshness.ts'
import { DataTable } from '#src/ui/data-table.tsx'
import { ReadNote } from '#src/ui/read-note.tsx'
import { SearchInput } from '#src/ui/search-input.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useAddressSort } from '#src/ui/use-address-sort.ts'
import { useAddressText } from '#src/ui/use-address-text.ts'
import { LOAN_COLUMNS } from './loan-columns.tsx'
import { filterLoans } from './loan-search.ts'
import { type KeyedLoan, keyLoans, useLoans } from './loans-queries.ts'

export interface LoansScreenProps {
  onOpen: (loanKey: string) => void
}

/** Loan Applications: who applied, with PAN numbers as the server sends them. */
export function LoansScreen({ onOpen }: LoansScreenProps) {
  const loans = useLoans()
  const freshness = findReadFreshness(loans, Date.now())
  return (
    <>
      <header className="page-header">
        <h2 className="page-title">Loan Applications</h2>
        {loans.value && <p className="page-note">{countWords(loans.value.length)}</p>}
      </header>
      {freshness && (
        <ReadNote {...freshness} what="the loan applications" onRetry={loans.refetch} />
      )}
      {loans.isLoading && (
        <div className="stack">
          <p className="muted" role="status">
            Loading loan applications...
          </p>
          <Skeleton lines={8} height={40} />
        </div>
      )}
      {loans.value && <LoanTable loans={loans.value} onOpen={onOpen} />}
    </>
  )
}

function LoanTable({ loans, onOpen }: LoansScreenProps & { loans: readonly Loan[] }) {
  const [query, setQuery] = useAddressText('q')
  const [sort, setSort] = useAddressSort(LOAN_COLUMNS)
  const wanted = useDeferredValue(query)
  const shown = useMemo(() => filterLoans(keyLoans(loans), wanted), [loans, wanted])
  return (
    <section className="stack" aria-label="Loan applications">
      <div className="filters">
        <SearchInput
          aria-label="Search loan applications"
          placeholder="Name, phone, occupation or ID"
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
      </div>
      <DataTable
        caption="Loan applications"
        columns={LOAN_COLUMNS}
        rows={shown}
        rowKey={keyOf}
        sort={sort}
        onSortChange={setSort}
        onOpenRow={({ key }) => onOpen(key)}
        cardTitle={({ loan }) => displayName(loan.applicantName)}
        emptyText={loans.length === 0 ? 'No loan applications yet.' : NO_MATCH}
      />
    </section>
  )
}

const NO_MATCH = 'No loan application matches this search.'

function keyOf({ key }: KeyedLoan): string {
  return key
}

function countWords(count: number): string {
  return `${count} ${count === 1 ? 'application' : 'applications'}`
}
