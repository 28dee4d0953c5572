import { useMemo, useRef, useState } from 'react'
import type { ChartPoint, LineChartProps } from './chart-data.ts'
import { ChartLegend } from './chart-legend.tsx'
import { ChartPicture } from './chart-picture.tsx'
import { ChartTable } from './chart-table.tsx'
import { useElementWidth } from './use-element-width.ts'

const WIDTH = 800 // the specification, section 9
const HEIGHT = 400 // the specification, section 9

/** Named series over named points. The legend reads out the point under the pointer or the slider. */
export function LineChart(props: LineChartProps) {
  const { title, points, series, formatValue, formatAxis, width = WIDTH, height = HEIGHT } = props
  const [hiddenKeys, setHiddenKeys] = useState<readonly string[]>([])
  const [chosenIndex, setChosenIndex] = useState<number | null>(null)
  const frameRef = useRef<HTMLDivElement>(null)
  const shownWidthPx = useElementWidth(frameRef, width)
  const places = useMemo(
    () => [...series.keys()].filter((place) => !hiddenKeys.includes(series[place]?.key ?? '')),
    [series, hiddenKeys],
  )
  const lastIndex = points.length - 1
  const index = Math.min(chosenIndex ?? lastIndex, lastIndex)
  const point = points[index]

  function toggle(key: string) {
    setHiddenKeys((keys) =>
      keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key],
    )
  }

  return (
    <figure className="chart">
      <div className="chart-layout">
        <ChartLegend
          series={series}
          hiddenKeys={hiddenKeys}
          onToggle={toggle}
          point={point}
          formatValue={formatValue}
        />
        <div ref={frameRef} className="chart-frame">
          <ChartPicture
            title={title}
            points={points}
            places={places}
            index={point && chosenIndex !== null ? index : null}
            onPoint={setChosenIndex}
            formatAxis={formatAxis}
            width={width}
            height={height}
            shrink={shownWidthPx === null ? null : shownWidthPx / width}
          />
          {point ? (
            <input
              type="range"
              className="chart-slider"
              aria-label={`${title}, month by month`}
              aria-valuetext={readOut(props, point, places)}
              min={0}
              max={lastIndex}
              value={index}
              onChange={({ target }) => setChosenIndex(Number(target.value))}
              onBlur={() => setChosenIndex(null)}
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
  places: readonly number[],
): string {
  const figures = places.map(
    (place) => `${series[place]?.label} ${formatValue(point.values[place] ?? 0)}`,
  )
  return `${point.name}: ${figures.join(', ')}`
}
