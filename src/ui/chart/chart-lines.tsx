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
export const ChartLines = memo(function ChartLines({ points, places, scale, formatAxis }: Props) {
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
      {places.map((place) => (
        <VictoryLine
          {...room}
          key={`line ${place}`}
          data={dataOf(points, place)}
          style={lineStyle(place, lineWidth)}
        />
      ))}
      {places.map((place) => (
        <VictoryScatter
          {...room}
          key={`marks ${place}`}
          data={dataOf(points, place)}
          symbol={SERIES_MARKERS[place % SERIES_MARKERS.length] ?? 'circle'}
          size={lineWidth * MARKER_SHARE}
          style={{ data: { fill: seriesColor(place) } }}
        />
      ))}
    </>
  )
})

interface Props {
  points: readonly ChartPoint[]
  /** The active series, by index. */
  places: readonly number[]
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

function lineStyle(place: number, strokeWidth: number) {
  return {
    data: {
      stroke: seriesColor(place),
      strokeWidth,
      strokeLinecap: 'round' as const,
      strokeDasharray: SERIES_DASHES[place % SERIES_DASHES.length] ?? 'none',
    },
  }
}

function dataOf(points: readonly ChartPoint[], place: number) {
  return points.map(({ values }, x) => ({ x, y: values[place] ?? 0 }))
}
