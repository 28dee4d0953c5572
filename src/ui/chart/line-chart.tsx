import { useMemo, useRef, useState } from 'react'
import { useElementSize } from '#src/ui/use-element-size.ts'
import type { ChartPoint, LineChartProps } from './chart-data.ts'
import { ChartLegend } from './chart-legend.tsx'
import { ChartPicture } from './chart-picture.tsx'
import { ChartTable } from './chart-table.tsx'
import { useReadPoint } from './use-read-point.ts'

const WIDTH = 800 // the specification, section 9
const HEIGHT = 400 // the specification, section 9

/** Named series over named points, stacked up to their total. The legend has the values of the point hovered, tapped or chosen with the slider. */
export function LineChart(props: LineChartProps) {
  const { title, points, series, formatValue, formatAxis, width = WIDTH, height = HEIGHT } = props
  const [hiddenKeys, setHiddenKeys] = useState<readonly string[]>([])
  const frameRef = useRef<HTMLDivElement>(null)
  const shownSize = useElementSize(frameRef, { width, height })
  const chartRef = useRef<HTMLElement>(null)
  const read = useReadPoint(chartRef)
  const seriesIndexes = useMemo(
    () => [...series.keys()].filter((index) => !hiddenKeys.includes(series[index]?.key ?? '')),
    [series, hiddenKeys],
  )
  const lastIndex = points.length - 1
  const index = Math.min(read.index ?? lastIndex, lastIndex)
  const point = points[index]

  function toggle(key: string) {
    setHiddenKeys((keys) =>
      keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key],
    )
  }

  return (
    <figure ref={chartRef} className="chart">
      <div className="chart-layout">
        <ChartLegend
          series={series}
          seriesIndexes={seriesIndexes}
          onToggle={toggle}
          points={points}
          point={point}
          formatValue={formatValue}
        />
        <div ref={frameRef} className="chart-frame">
          <ChartPicture
            title={title}
            points={points}
            seriesIndexes={seriesIndexes}
            index={point && read.index !== null ? index : null}
            read={read}
            formatAxis={formatAxis}
            width={width}
            height={height}
            shownSize={shownSize}
          />
          {point ? (
            <input
              type="range"
              className="chart-slider"
              aria-label={`${title}, month by month`}
              aria-valuetext={readOut(props, point, seriesIndexes)}
              min={0}
              max={lastIndex}
              value={index}
              onChange={({ target }) => read.choose(Number(target.value))}
            />
          ) : (
            <p className="chart-empty">No revenue yet</p>
          )}
        </div>
      </div>
      {point && (
        <ChartTable title={title} points={points} series={series} formatValue={formatValue} />
      )}
    </figure>
  )
}

function readOut(
  { series, formatValue }: LineChartProps,
  point: ChartPoint,
  seriesIndexes: readonly number[],
): string {
  const figures = seriesIndexes.map(
    (index) => `${series[index]?.label} ${formatValue(point.values[index] ?? 0)}`,
  )
  return `${point.name}: ${figures.join(', ')}`
}
