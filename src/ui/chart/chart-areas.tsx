import { memo, useMemo } from 'react'
import { VictoryArea, VictoryAxis, VictoryLine } from 'victory'
import { type ChartPoint, sumValues } from './chart-data.ts'
import type { ChartScale } from './chart-scale.ts'
import { seriesColor } from './chart-style.ts'

/**
 * Axes, stacked areas and the line of their total: the part of the chart that does not depend on the pointer. The areas
 * are in the order of the legend, from the top. Each element gets the finished scale, so that they can render
 * separately. VictoryChart would derive the scale from all of them and render them at once.
 */
export const ChartAreas = memo(function ChartAreas({
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
      {seriesIndexes.map((index, place) => (
        <VictoryArea
          {...room}
          key={index}
          data={bandOf(points, seriesIndexes.slice(place))}
          // The stroke in the colour of the page separates bands, also for people who cannot tell their colours apart.
          style={{
            data: { fill: seriesColor(index), stroke: 'var(--surface)', strokeWidth: lineWidth },
          }}
        />
      ))}
      <VictoryLine
        {...room}
        data={points.map((point, x) => ({ x, y: sumValues([point], seriesIndexes) }))}
        style={{ data: { stroke: 'var(--text)', strokeWidth: lineWidth, strokeLinejoin: 'round' } }}
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

/** The band of the first of these series, which stands on all others. */
function bandOf(points: readonly ChartPoint[], indexes: readonly number[]) {
  return points.map((point, x) => ({
    x,
    y: sumValues([point], indexes),
    y0: sumValues([point], indexes.slice(1)),
  }))
}
