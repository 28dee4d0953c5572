import { useDeferredValue, useMemo } from 'react'
import type { Transaction } from '#src/domain/dashboard.ts'
import { filterRows } from '#src/domain/query/condition.ts'
import { PAYMENT_ORDERS } from '#src/domain/query/list-orders.ts'
import { PAYMENT_FIELDS } from '#src/domain/query/payment-fields.ts'
import { displayName } from '#src/domain/text.ts'
import { sayRowCount } from '#src/lists/count-label.ts'
import { ExportButton } from '#src/lists/export/export-button.tsx'
import { exportOrderOf } from '#src/lists/export/export-order.ts'
import { ConditionChips } from '#src/lists/filters/condition-chips.tsx'
import { moreFilters } from '#src/lists/filters/more-filters.tsx'
import { NoMatch } from '#src/lists/filters/no-match.tsx'
import { useConditions, useFilterTime, valuesOf } from '#src/lists/filters/use-conditions.ts'
import { findReadFreshness } from '#src/query-cache/read-freshness.ts'
import { useUserId } from '#src/session/use-session.ts'
import { useUrlText } from '#src/ui/address/use-url-text.ts'
import { FilterChip } from '#src/ui/form/filter-chip.tsx'
import { SearchInput } from '#src/ui/form/search-input.tsx'
import { ReadNote } from '#src/ui/reads/read-note.tsx'
import { ArrangedTable } from '#src/ui/table/arranged-table.tsx'
import { TableSkeleton } from '#src/ui/table/table-skeleton.tsx'
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
        <PaymentList payments={payments.value} readAtMs={payments.readAt} onOpen={onOpen} />
      )}
    </>
  )
}

function PaymentList({ payments, readAtMs, onOpen }: PaymentListProps) {
  const operatorId = useUserId()
  const [query, setQuery] = useUrlText('q')
  const [sort, setSort] = useUrlSort(PAYMENT_LIST_COLUMNS)
  const wanted = useDeferredValue(query)
  const all = useMemo(() => keyPayments(payments ?? NONE), [payments])
  const list = useConditions(PAYMENT_FIELDS)
  const { conditions, set } = list
  const [userId] = valuesOf(conditions, 'user')
  const nowMs = useFilterTime(list)
  const found = useMemo(() => filterPayments(all, wanted), [all, wanted])
  const shown = useMemo(
    () => filterRows(found, conditions, PAYMENT_FIELDS, nowMs),
    [found, conditions, nowMs],
  )
  return (
    <section className="list-part" aria-label="Payments">
      {userId && (
        <FilterChip onClear={() => set('user', null)}>
          {`Payments by ${displayName(all.find(({ payerId }) => payerId === userId)?.payerName)}`}
        </FilterChip>
      )}
      <ConditionChips list={list} shownElsewhere={OWN_CONTROLS} />
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
          note: payments ? sayRowCount(shown.length, all.length, NAMES) : 'Loading payments...',
          more: moreFilters(list, all, OWN_CONTROLS),
          action: (
            <ExportButton
              choice={
                payments
                  ? {
                      list: 'payments',
                      loadTable,
                      ...exportOrderOf({
                        columns: PAYMENT_LIST_COLUMNS,
                        sort,
                        rows: shown,
                        rowKey: keyOf,
                        orders: PAYMENT_ORDERS,
                      }),
                      readAtMs,
                      conditions,
                      searchedText: wanted,
                      seesDetails: true,
                    }
                  : null
              }
            />
          ),
        }}
        skeleton={!payments && <TableSkeleton cardHeightRem={8.875} />}
        caption="Payments"
        columns={PAYMENT_LIST_COLUMNS}
        rows={shown}
        filterKey={`${JSON.stringify(conditions)} ${wanted}`}
        rowKey={keyOf}
        sort={sort}
        onSortChange={setSort}
        onOpenRow={({ key }) => onOpen(key)}
        cardTitle={titleOf}
        emptyText={
          all.length === 0 ? (
            'No payments yet.'
          ) : (
            <NoMatch
              conditionCount={conditions.length}
              name="payment"
              onClearFilters={list.clear}
              onClearSearch={() => setQuery('')}
            />
          )
        }
      />
    </section>
  )
}

interface PaymentListProps extends PaymentsScreenProps {
  /** Undefined during the first load. */
  payments: readonly Transaction[] | undefined
  readAtMs: number
}

const NONE: readonly Transaction[] = []
const NAMES = ['payment', 'payments'] as const
const loadTable = async () => (await import('#src/domain/export/exported-lists.ts')).PAYMENT_EXPORT

const OWN_CONTROLS: readonly string[] = ['user']

function keyOf({ key }: KeyedPayment): string {
  return key
}

function titleOf({ payerName }: KeyedPayment): string {
  return displayName(payerName)
}
