import { memo, useMemo } from 'react'
import { VictoryAxis, VictoryLine, VictoryScatter } from 'victory'
import type { ChartPoint } from './chart-data.ts'
import type { ChartScale } from './chart-scale.ts'
import { SERIES_DASHES, SERIES_MARKERS, seriesColor } from './chart-style.ts'

const MARKER_SHARE = 1.4 // the marker's size as a multiple of the line's width

/**
 * Axes, lines and markers: the part of the chart that does not depend on the pointer. Each element gets the finished
 * scale, so that they can render separately. VictoryChart would derive the scale from all of them and render them at
 * once.
 */
export const ChartLines = memo(function ChartLines({
  points,
  seriesIndexes,
  scale,
  formatAxis,
}: Props) {
  const { textSize, lineWidth, valueTicks, pointTicks } = scale
  const room = useMemo(() => roomOf(scale), [scale])
  return (
    <>
      <VictoryAxis
        {...room}
        dependentAxis
        tickValues={[...valueTicks]}
        tickFormat={formatAxis}
        style={{
          axis: { stroke: 'none' },
          grid: GRID_STYLE,
          tickLabels: labelStyle(textSize),
        }}
      />
      <VictoryAxis
        {...room}
        tickValues={[...pointTicks]}
        tickFormat={(index: number) => points[index]?.name ?? ''}
        style={{
          axis: { stroke: 'var(--chart-axis)', strokeWidth: 1 },
          grid: { stroke: 'none' },
          tickLabels: labelStyle(textSize),
        }}
      />
      {seriesIndexes.map((index) => (
        <VictoryLine
          {...room}
          key={`line ${index}`}
          data={dataOf(points, index)}
          style={lineStyle(index, lineWidth)}
        />
      ))}
      {seriesIndexes.map((index) => (
        <VictoryScatter
          {...room}
          key={`marks ${index}`}
          data={dataOf(points, index)}
          symbol={SERIES_MARKERS[index % SERIES_MARKERS.length] ?? 'circle'}
          size={lineWidth * MARKER_SHARE}
          style={{ data: { fill: seriesColor(index) } }}
        />
      ))}
    </>
  )
})

interface Props {
  points: readonly ChartPoint[]
  /** The active series, by index. */
  seriesIndexes: readonly number[]
  scale: ChartScale
  formatAxis: (value: number) => string
}

const GRID_STYLE = { stroke: 'var(--chart-grid)', strokeWidth: 1, strokeDasharray: 'none' }

function roomOf({ width, height, padding, valueTicks, lastIndex }: ChartScale) {
  const domain = {
    x: [0, lastIndex] as [number, number],
    y: [0, valueTicks.at(-1) ?? 1] as [number, number],
  }
  return { standalone: false, width, height, padding, domain }
}

function labelStyle(fontSize: number) {
  return { fontSize, fontFamily: 'var(--font)', fill: 'var(--text-muted)', padding: fontSize * 0.6 }
}

function lineStyle(index: number, strokeWidth: number) {
  return {
    data: {
      stroke: seriesColor(index),
      strokeWidth,
      strokeLinecap: 'round' as const,
      strokeDasharray: SERIES_DASHES[index % SERIES_DASHES.length] ?? 'none',
    },
  }
}

function dataOf(points: readonly ChartPoint[], index: number) {
  return points.map(({ values }, x) => ({ x, y: values[index] ?? 0 }))
}
