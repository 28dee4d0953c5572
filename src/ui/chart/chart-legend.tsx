import { type ChartPoint, type ChartSeries, sumValues } from './chart-data.ts'
import { seriesColor } from './chart-style.ts'

/** For each series: a button that shows or hides it, its value at the selected point, and its total over all points. */
export function ChartLegend({
  series,
  seriesIndexes,
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
          seriesIndexes={seriesIndexes}
          points={points}
          point={point}
          formatValue={formatValue}
        />
      )}
      <ul>
        {series.map(({ key, label }, index) => (
          <li key={key}>
            <button
              type="button"
              className="chart-series"
              aria-pressed={seriesIndexes.includes(index)}
              onClick={() => onToggle(key)}
            >
              <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
                <rect width="12" height="12" rx="3" style={{ fill: seriesColor(index) }} />
              </svg>
              <span>{label}</span>
            </button>
            {point && (
              <p className="chart-figures">
                <span>{formatValue(point.values[index] ?? 0)}</span>{' '}
                <span className="chart-total">{`Total ${formatValue(sumValues(points, [index]))}`}</span>
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The sum of all active series: at the selected point, and over every point. */
function ChartSums({ series, seriesIndexes, points, point, formatValue }: ChartSumsProps) {
  const isAll = seriesIndexes.length === series.length
  const names = [points[0]?.name, points.at(-1)?.name]
  return (
    <dl className="chart-sums">
      <dt>{point.name}</dt>
      <dd>{formatValue(sumValues([point], seriesIndexes))}</dd>
      <dt className="chart-total">
        {`${isAll ? 'Total' : `Total of ${seriesIndexes.length} shown`}, ${[...new Set(names)].join(' to ')}`}
      </dt>
      <dd className="chart-total">{formatValue(sumValues(points, seriesIndexes))}</dd>
    </dl>
  )
}

interface ChartLegendProps {
  series: readonly ChartSeries[]
  /** The active series, by index. */
  seriesIndexes: readonly number[]
  onToggle: (key: string) => void
  points: readonly ChartPoint[]
  /** The selected point. */
  point: ChartPoint | undefined
  formatValue: (value: number) => string
}

type ChartSumsProps = Omit<ChartLegendProps, 'onToggle' | 'point'> & { point: ChartPoint }
