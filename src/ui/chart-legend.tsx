import type { ChartPoint, ChartSeries } from './chart-data.ts'
import { SERIES_DASHES, seriesColor } from './chart-style.ts'

/** A button for each series, which switches it off and on, beside its figure at the point being read. */
export function ChartLegend({
  series,
  hiddenKeys,
  onToggle,
  point,
  formatValue,
}: ChartLegendProps) {
  return (
    <div className="chart-legend">
      {point && <p className="chart-point">{point.name}</p>}
      <ul>
        {series.map(({ key, label }, place) => (
          <li key={key}>
            <button
              type="button"
              className="chart-series"
              aria-pressed={!hiddenKeys.includes(key)}
              onClick={() => onToggle(key)}
            >
              <svg width="22" height="10" viewBox="0 0 22 10" aria-hidden="true">
                <path
                  d="M1 5h20"
                  strokeWidth="2.5"
                  strokeLinecap="round"
                  strokeDasharray={SERIES_DASHES[place]}
                  style={{ stroke: seriesColor(place) }}
                />
              </svg>
              <span>{label}</span>
            </button>
            {point && <span className="chart-figure">{formatValue(point.values[place] ?? 0)}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface ChartLegendProps {
  series: readonly ChartSeries[]
  hiddenKeys: readonly string[]
  onToggle: (key: string) => void
  point: ChartPoint | undefined
  formatValue: (value: number) => string
}
