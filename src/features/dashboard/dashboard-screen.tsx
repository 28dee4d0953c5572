import './dashboard.css'
import { useDeferredValue } from 'react'
import type { Dashboard } from '#src/domain/dashboard.ts'
import { findReadFreshness } from '#src/sync/read-freshness.ts'
import { ReadNote } from '#src/ui/read-note.tsx'
import { BoardSection } from './board-section.tsx'
import { useDashboard } from './dashboard-queries.ts'
import { RevenueSection } from './revenue-section.tsx'
import { ReviewEntrance } from './review-entrance.tsx'
import { StatsSection } from './stats-section.tsx'
import { TransactionsSection } from './transactions-section.tsx'

/** The listings that want a decision, the figures, the chart, and the latest payments. */
export function DashboardScreen({ onOpen }: DashboardScreenProps) {
  const read = useDashboard()
  const freshness = findReadFreshness(read, Date.now())
  const isKnown = read.value !== undefined
  const isLoading = !isKnown && read.failure === null
  const dashboard = read.value ?? NOTHING
  // The figures first: the lists and the chart are drawn in slices after them.
  const later = useDeferredValue(dashboard)
  const isLaterKnown = isKnown && later !== NOTHING
  const isLaterLoading = isLoading || isKnown !== isLaterKnown
  return (
    <>
      <header className="page-header">
        <h2 className="page-title">Dashboard</h2>
        <ReviewEntrance listings={dashboard.listings} ackedBefore={read.ackedBefore} />
      </header>
      {freshness && <ReadNote {...freshness} what="the dashboard" onRetry={read.refetch} />}
      <div className="dashboard">
        <BoardSection
          listings={later.listings}
          ackedBefore={read.ackedBefore}
          isLoading={isLaterLoading}
          isKnown={isLaterKnown}
          onOpen={onOpen}
        />
        <StatsSection stats={dashboard} isLoading={isLoading} />
        <RevenueSection points={later.revenue} isLoading={isLaterLoading} />
        <TransactionsSection
          transactions={later.transactions}
          isLoading={isLaterLoading}
          isKnown={isLaterKnown}
        />
      </div>
    </>
  )
}

export interface DashboardScreenProps {
  /** Opens a listing's details. */
  onOpen: (listingId: string) => void
}

/** Missing figures are 0 and missing lists empty (specification, section 9). */
const NOTHING: Dashboard = {
  totalProperties: 0,
  boostedProperties: 0,
  totalRevenue: 0,
  totalUsers: 0,
  revenue: [],
  listings: [],
  transactions: [],
}
