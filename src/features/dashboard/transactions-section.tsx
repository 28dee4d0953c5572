import { lazy, Suspense, useContext } from 'react'
import { Link } from 'react-router-dom'
import { sectionPath } from '#src/config/paths.ts'
import type { Transaction } from '#src/domain/dashboard.ts'
import { PartBoundaryContext } from '#src/ui/layout/part-boundary.ts'
import { TableSkeleton } from '#src/ui/table/table-skeleton.tsx'

// Lazy, because this is the last section: the figures do not wait for the table's code.
const TransactionsTable = lazy(async () => ({
  default: (await import('./transactions-table.tsx')).TransactionsTable,
}))

/** The latest payments, in the server's order. */
export function TransactionsSection({ transactions, isLoading }: TransactionsSectionProps) {
  const PartBoundary = useContext(PartBoundaryContext)
  const skeleton = <TableSkeleton rowHeightPx={ROW_HEIGHT_PX} cardHeightRem={8.875} />
  return (
    <section className="section transactions-section" aria-labelledby="transactions-title">
      <div className="row">
        <h3 className="section-title" id="transactions-title">
          Recent Transactions
        </h3>
        {/* A server without payer ids has no list of all payments. */}
        {transactions.some(({ payerId }) => payerId !== null) && (
          <Link className="contact-link" to={sectionPath('payments')}>
            All payments
          </Link>
        )}
      </div>
      {isLoading ? (
        skeleton
      ) : (
        <PartBoundary>
          <Suspense fallback={skeleton}>
            <TransactionsTable
              transactions={transactions}
              rowHeightPx={ROW_HEIGHT_PX}
              emptyText="No transactions yet"
            />
          </Suspense>
        </PartBoundary>
      )}
    </section>
  )
}

const ROW_HEIGHT_PX = 44 // a row without controls needs no touch height

interface TransactionsSectionProps {
  transactions: readonly Transaction[]
  isLoading: boolean
}
