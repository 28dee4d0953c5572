/** The props of a chart. */
export interface LineChartProps {
  title: string
  points: readonly ChartPoint[]
  series: readonly ChartSeries[]
  formatValue: (value: number) => string
  /** Short labels for the axis. */
  formatAxis: (value: number) => string
  /** SVG user units; on screen the chart scales down to the available width. */
  width?: number
  height?: number
}

export interface ChartPoint {
  name: string
  /** One for each series, in the order of `series`. */
  values: readonly number[]
}

/** The sum of the values of some series over some points. */
export function sumValues(points: readonly ChartPoint[], seriesIndexes: readonly number[]): number {
  const values = points.flatMap((point) => seriesIndexes.map((index) => point.values[index] ?? 0))
  return values.reduce((sum, value) => sum + value, 0)
}

export interface ChartSeries {
  key: string
  label: string
}
