import { lazy, Suspense } from 'react'
import { REVENUE_SERIES, type RevenuePoint } from '#src/domain/dashboard.ts'
import { formatRupees, formatRupeesShort } from '#src/domain/money.ts'
import { Card } from '#src/ui/card.tsx'

// The chart's library is the panel's largest: the figures and the board do not wait for it.
const LineChart = lazy(async () => ({
  default: (await import('#src/ui/line-chart.tsx')).LineChart,
}))

/** Rupees by month and plan. */
export function RevenueSection({ points, isLoading }: RevenueSectionProps) {
  return (
    <section className="section" aria-labelledby="revenue-title">
      <h3 className="section-title" id="revenue-title">
        Revenue Overview
      </h3>
      <Card className="panel">
        {isLoading ? (
          <div className="revenue-placeholder" />
        ) : (
          <Suspense fallback={<div className="revenue-placeholder" />}>
            <LineChart
              title="Revenue Overview"
              points={points.map(toChartPoint)}
              series={REVENUE_SERIES}
              formatValue={formatRupees}
              formatAxis={formatRupeesShort}
            />
          </Suspense>
        )}
      </Card>
    </section>
  )
}

interface RevenueSectionProps {
  points: readonly RevenuePoint[]
  isLoading: boolean
}

function toChartPoint({ name, amounts }: RevenuePoint) {
  return { name, values: REVENUE_SERIES.map(({ key }) => amounts[key]) }
}
