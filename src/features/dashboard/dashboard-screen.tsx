import { lazy, Suspense, useMemo, useState } from 'react'
import type { Dashboard } from '#src/domain/dashboard.ts'
import { findReadFreshness } from '#src/query-cache/read-freshness.ts'
import { useMay } from '#src/session/use-may.ts'
import { ReadNote } from '#src/ui/reads/read-note.tsx'
import { useLateValue } from '#src/ui/use-late-value.ts'
import { useNow } from '#src/ui/use-now.ts'
import { BoardSection } from './board-section.tsx'
import { useDashboard } from './dashboard-queries.ts'
import { PendingReviewLink } from './pending-review-link.tsx'
import { QueueLine } from './queue-line.tsx'
import { RevenueSection } from './revenue-section.tsx'
import { StatsSection } from './stats-section.tsx'
import { TransactionsSection } from './transactions-section.tsx'

const FirstRun = lazy(async () => ({
  default: (await import('./first-run/first-run.tsx')).FirstRun,
}))

/** The four figures, the listings awaiting review, the chart, and the latest payments. */
export function DashboardScreen({ onOpen }: DashboardScreenProps) {
  const read = useDashboard()
  const seesListings = useMay('see-listings')
  const seesPayments = useMay('see-payments')
  const freshness = findReadFreshness(read, useNow())
  const isKnown = read.value !== undefined
  const isLoading = !isKnown && read.failure === null
  const dashboard = read.value ?? NOTHING
  const { ackedBefore } = read
  // The figures render first, the lists and the chart in a deferred render after them. `ackedBefore` says which
  // decisions the rows include. It is deferred with them: a newer value with old rows would show a decision as undone.
  const asRead = useMemo(() => ({ ...dashboard, ackedBefore }), [dashboard, ackedBefore])
  const later = useLateValue(asRead, UNREAD)
  const isLaterKnown = isKnown && later.listings !== NOTHING.listings
  const isLaterLoading = isLoading || isKnown !== isLaterKnown
  // If the figures are known on the first render, the lists follow a moment later and need no placeholders: those of
  // the board would be more than half of the first frame's elements.
  const [isKnownAtFirst] = useState(isKnown)
  const hasLists = isLaterKnown || (isLaterLoading && !isKnownAtFirst)
  const mayBegin = useMay('connect-sites')
  const [isFilling, setFilling] = useState(false)
  const isEmpty = isKnown && dashboard.totalProperties + dashboard.totalUsers === 0
  return (
    <>
      <header className="list-head">
        <h2 className="page-title">Dashboard</h2>
        <ReadNote {...freshness} what="the dashboard" onRetry={read.refetch} />
        <div className="list-head-action">
          <PendingReviewLink
            queue={dashboard.queue}
            listings={dashboard.listings}
            ackedBefore={ackedBefore}
            isLoading={isLoading}
          />
        </div>
      </header>
      {isFilling || (mayBegin && isEmpty) ? (
        <Suspense>
          <FirstRun
            onFill={() => setFilling(true)}
            onDone={() => {
              setFilling(false)
              read.refetch()
            }}
          />
        </Suspense>
      ) : (
        <div className="dashboard">
          <div className="stack-tight">
            <StatsSection stats={dashboard} isLoading={isLoading} isKnown={isKnown} />
            {seesListings && (
              <QueueLine
                queue={dashboard.queue}
                listings={dashboard.listings}
                ackedBefore={ackedBefore}
                isLoading={isLoading}
              />
            )}
          </div>
          {seesListings && hasLists && (
            <BoardSection
              queue={later.queue}
              listings={later.listings}
              ackedBefore={later.ackedBefore}
              isLoading={isLaterLoading}
              onOpen={onOpen}
            />
          )}
          {seesPayments && hasLists && (
            <>
              <RevenueSection points={later.revenue} isLoading={isLaterLoading} />
              <TransactionsSection transactions={later.transactions} isLoading={isLaterLoading} />
            </>
          )}
        </div>
      )}
    </>
  )
}

export interface DashboardScreenProps {
  /** Opens a listing's details. */
  onOpen: (listingId: string) => void
}

/** The dashboard until a read succeeds. */
const NOTHING: Dashboard = {
  totalProperties: 0,
  boostedProperties: 0,
  totalRevenue: 0,
  totalUsers: 0,
  revenue: [],
  listings: [],
  transactions: [],
}

const UNREAD = { ...NOTHING, ackedBefore: 0 }
