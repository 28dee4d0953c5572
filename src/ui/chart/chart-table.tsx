import { type LineChartProps, sumValues } from './chart-data.ts'

const REACHABLE = { tabIndex: 0 } // keyboard scrolling needs a focusable scroller

/** The chart's numbers as a table, for people who cannot see the chart. */
export function ChartTable({ title, points, series, formatValue }: ChartTableProps) {
  return (
    <details className="chart-table">
      <summary>View as table</summary>
      <section className="chart-table-scroll" aria-label={`${title}, as a table`} {...REACHABLE}>
        <table>
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">Month</th>
              {series.map(({ key, label }) => (
                <th key={key} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...points.entries()].map(([row, point]) => (
              <tr key={row}>
                <th scope="row">{point.name}</th>
                {series.map(({ key }, index) => (
                  <td key={key}>{formatValue(point.values[index] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              {series.map(({ key }, index) => (
                <td key={key}>{formatValue(sumValues(points, [index]))}</td>
              ))}
            </tr>
          </tfoot>
        </table>
      </section>
    </details>
  )
}

type ChartTableProps = Pick<LineChartProps, 'title' | 'points' | 'series' | 'formatValue'>
