import { useDeferredValue, useMemo } from 'react'
import type { Transaction } from '#src/domain/dashboard.ts'
import { groupIndian } from '#src/domain/money.ts'
import { displayName } from '#src/domain/text.ts'
import { findReadFreshness } from '#src/query-cache/read-freshness.ts'
import { useUserId } from '#src/session/use-session.ts'
import { useUrlParam } from '#src/ui/address/use-url-param.ts'
import { useUrlText } from '#src/ui/address/use-url-text.ts'
import { FilterChip } from '#src/ui/form/filter-chip.tsx'
import { SearchInput } from '#src/ui/form/search-input.tsx'
import { ReadNote } from '#src/ui/reads/read-note.tsx'
import { ArrangedTable } from '#src/ui/table/arranged-table.tsx'
import { TableSkeleton } from '#src/ui/table/table-skeleton.tsx'
import { EmptyResult } from '#src/ui/table/toolbar/empty-result.tsx'
import { ListHead } from '#src/ui/table/toolbar/list-head.tsx'
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
      <ListHead title="All payments">
        <ReadNote {...freshness} what="the payments" onRetry={payments.refetch} />
      </ListHead>
      {(payments.value || payments.isLoading) && (
        <PaymentList payments={payments.value} onOpen={onOpen} />
      )}
    </>
  )
}

function PaymentList({ payments, onOpen }: PaymentListProps) {
  const operatorId = useUserId()
  const [query, setQuery] = useUrlText('q')
  const [userId, setUserId] = useUrlParam('user')
  const [sort, setSort] = useUrlSort(PAYMENT_LIST_COLUMNS)
  const wanted = useDeferredValue(query)
  const all = useMemo(() => keyPayments(payments ?? NONE), [payments])
  const shown = useMemo(() => filterPayments(all, userId, wanted), [all, userId, wanted])
  return (
    <section className="list-part" aria-label="Payments">
      {userId && (
        <FilterChip onClear={() => setUserId('')}>
          {`Payments by ${displayName(all.find(({ payerId }) => payerId === userId)?.payerName)}`}
        </FilterChip>
      )}
      <ArrangedTable
        settingsKey={`${operatorId}:payments`}
        toolbar={{
          search: (
            <SearchInput
              aria-label="Search payments"
              placeholder="Name, plan, category or payment ID"
              value={query}
              onChange={({ target }) => setQuery(target.value)}
              onClear={() => setQuery('')}
            />
          ),
          note: payments ? countLabel(shown.length, all.length) : 'Loading payments...',
        }}
        skeleton={!payments && <TableSkeleton cardHeightRem={8.875} />}
        caption="Payments"
        columns={PAYMENT_LIST_COLUMNS}
        rows={shown}
        filterKey={`${userId} ${wanted}`}
        rowKey={keyOf}
        sort={sort}
        onSortChange={setSort}
        onOpenRow={({ key }) => onOpen(key)}
        cardTitle={titleOf}
        emptyText={
          all.length === 0 ? (
            'No payments yet.'
          ) : (
            <EmptyResult action="Clear search" onClear={() => setQuery('')}>
              No payment matches.
            </EmptyResult>
          )
        }
      />
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
  const payments = `${groupIndian(all)} ${all === 1 ? 'payment' : 'payments'}`
  return shown === all ? payments : `${groupIndian(shown)} of ${payments}`
}
