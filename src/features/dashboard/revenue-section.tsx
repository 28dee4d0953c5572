import { lazy, Suspense, useContext, useRef } from 'react'
import { REVENUE_SERIES, type RevenuePoint } from '#src/domain/dashboard.ts'
import { formatRupees, formatRupeesShort } from '#src/domain/money.ts'
import { Card } from '#src/ui/layout/card.tsx'
import { PartBoundaryContext } from '#src/ui/layout/part-boundary.ts'
import { useNearView } from '#src/ui/use-near-view.ts'

// Lazy, because the chart library is the panel's largest: the figures and the board do not wait for it. It is loaded
// when the chart is near the viewport.
const LineChart = lazy(async () => ({
  default: (await import('#src/ui/chart/line-chart.tsx')).LineChart,
}))

/** The chart of the revenue in rupees, by month and plan. */
export function RevenueSection({ points, isLoading }: RevenueSectionProps) {
  const sectionRef = useRef<HTMLElement>(null)
  const isNear = useNearView(sectionRef)
  const PartBoundary = useContext(PartBoundaryContext)
  return (
    <section ref={sectionRef} className="section" aria-labelledby="revenue-title">
      <h3 className="section-title" id="revenue-title">
        Revenue Overview
      </h3>
      <Card className="panel">
        {isLoading || !isNear ? (
          <div className="revenue-placeholder" />
        ) : (
          <PartBoundary>
            <Suspense fallback={<div className="revenue-placeholder" />}>
              <LineChart
                title="Revenue Overview"
                points={points.map(toChartPoint)}
                series={REVENUE_SERIES}
                formatValue={formatRupees}
                formatAxis={formatRupeesShort}
              />
            </Suspense>
          </PartBoundary>
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
