import { useDeferredValue, useMemo } from 'react'
import type { Transaction } from '#src/domain/dashboard.ts'
import { displayName } from '#src/domain/text.ts'
import { findReadFreshness } from '#src/query-cache/read-freshness.ts'
import { FilterChip } from '#src/ui/form/filter-chip.tsx'
import { SearchInput } from '#src/ui/form/search-input.tsx'
import { useUrlParam } from '#src/ui/form/use-url-param.ts'
import { useUrlText } from '#src/ui/form/use-url-text.ts'
import { ReadNote } from '#src/ui/layout/read-note.tsx'
import { DataTable } from '#src/ui/table/data-table.tsx'
import { TableSkeleton } from '#src/ui/table/table-skeleton.tsx'
import { useUrlSort } from '#src/ui/table/use-url-sort.ts'
import { type KeyedPayment, keyPayments, PAYMENT_LIST_COLUMNS } from './payment-columns.tsx'
import { filterPayments } from './payment-search.ts'
import { usePayments } from './payments-queries.ts'

export interface PaymentsScreenProps {
  onOpen: (paymentKey: string) => void
}

/** Every captured payment, searchable and sortable. */
export function PaymentsScreen({ onOpen }: PaymentsScreenProps) {
  const payments = usePayments()
  const freshness = findReadFreshness(payments, Date.now())
  return (
    <>
      <header className="page-header">
        <h2 className="page-title">All payments</h2>
      </header>
      {freshness && <ReadNote {...freshness} what="the payments" onRetry={payments.refetch} />}
      {(payments.value || payments.isLoading) && (
        <PaymentList payments={payments.value} onOpen={onOpen} />
      )}
    </>
  )
}

function PaymentList({ payments, onOpen }: PaymentListProps) {
  const [query, setQuery] = useUrlText('q')
  const [userId, setUserId] = useUrlParam('user')
  const [sort, setSort] = useUrlSort(PAYMENT_LIST_COLUMNS)
  const wanted = useDeferredValue(query)
  const all = useMemo(() => keyPayments(payments ?? NONE), [payments])
  const shown = useMemo(() => filterPayments(all, userId, wanted), [all, userId, wanted])
  return (
    <section className="stack" aria-label="Payments">
      <div className="filters">
        <SearchInput
          aria-label="Search payments"
          placeholder="Name, plan, category or payment ID"
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
        <p className="page-note" role="status">
          {payments ? countLabel(shown.length, all.length) : 'Loading payments...'}
        </p>
      </div>
      {userId && (
        <FilterChip onClear={() => setUserId('')}>
          {`Payments by ${displayName(all.find(({ payerId }) => payerId === userId)?.payerName)}`}
        </FilterChip>
      )}
      {payments ? (
        <DataTable
          caption="Payments"
          columns={PAYMENT_LIST_COLUMNS}
          rows={shown}
          filterKey={`${userId} ${wanted}`}
          rowKey={keyOf}
          sort={sort}
          onSortChange={setSort}
          onOpenRow={({ key }) => onOpen(key)}
          cardTitle={titleOf}
          emptyText={all.length === 0 ? 'No payments yet.' : 'No payment matches.'}
        />
      ) : (
        <TableSkeleton cardHeightRem={8.875} />
      )}
    </section>
  )
}

interface PaymentListProps extends PaymentsScreenProps {
  /** Undefined during the first load. */
  payments: readonly Transaction[] | undefined
}

const NONE: readonly Transaction[] = []

function keyOf({ key }: KeyedPayment): string {
  return key
}

function titleOf({ payerName }: KeyedPayment): string {
  return displayName(payerName)
}

function countLabel(shown: number, all: number): string {
  const payments = `${all} ${all === 1 ? 'payment' : 'payments'}`
  return shown === all ? payments : `${shown} of ${payments}`
}
