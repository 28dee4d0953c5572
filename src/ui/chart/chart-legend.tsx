import { type ChartPoint, type ChartSeries, sumValues } from './chart-data.ts'
import { SERIES_DASHES, seriesColor } from './chart-style.ts'

/** For each series: a button that shows or hides it, its value at the selected point, and its total over all points. */
export function ChartLegend({
  series,
  places,
  onToggle,
  points,
  point,
  formatValue,
}: ChartLegendProps) {
  return (
    <div className="chart-legend">
      {point && (
        <ChartSums
          series={series}
          places={places}
          points={points}
          point={point}
          formatValue={formatValue}
        />
      )}
      <ul>
        {series.map(({ key, label }, place) => (
          <li key={key}>
            <button
              type="button"
              className="chart-series"
              aria-pressed={places.includes(place)}
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
            {point && (
              <p className="chart-figures">
                <span>{formatValue(point.values[place] ?? 0)}</span>{' '}
                <span className="chart-total">Total {formatValue(sumValues(points, [place]))}</span>
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The sum of all active series: at the selected point, and over every point. */
function ChartSums({ series, places, points, point, formatValue }: ChartSumsProps) {
  const isAll = places.length === series.length
  const names = [points[0]?.name, points.at(-1)?.name]
  return (
    <dl className="chart-sums">
      <dt>{point.name}</dt>
      <dd>{formatValue(sumValues([point], places))}</dd>
      <dt className="chart-total">
        {isAll ? 'Total' : `Total of ${places.length} shown`}, {[...new Set(names)].join(' to ')}
      </dt>
      <dd className="chart-total">{formatValue(sumValues(points, places))}</dd>
    </dl>
  )
}

interface ChartLegendProps {
  series: readonly ChartSeries[]
  /** The active series, by index. */
  places: readonly number[]
  onToggle: (key: string) => void
  points: readonly ChartPoint[]
  /** The selected point. */
  point: ChartPoint | undefined
  formatValue: (value: number) => string
}

type ChartSumsProps = Omit<ChartLegendProps, 'onToggle' | 'point'> & { point: ChartPoint }
