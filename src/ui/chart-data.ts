/** What a chart is given. */
export interface LineChartProps {
  title: string
  points: readonly ChartPoint[]
  series: readonly ChartSeries[]
  formatValue: (value: number) => string
  /** Short, for the axis. */
  formatAxis: (value: number) => string
  /** Units of the picture's own grid; on screen it scales down to the room there is. */
  width?: number
  height?: number
}

export interface ChartPoint {
  name: string
  /** One for each series, in the order of `series`. */
  values: readonly number[]
}

export interface ChartSeries {
  key: string
  label: string
}
