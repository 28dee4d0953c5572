import { type PointerEvent, useMemo } from 'react'
import type { ElementSize } from '#src/ui/use-element-size.ts'
import { ChartAreas } from './chart-areas.tsx'
import type { ChartPoint } from './chart-data.ts'
import { type ChartScale, chartScaleOf, nearestPoint, xOfPoint } from './chart-scale.ts'
import type { ReadPoint } from './use-read-point.ts'

/**
 * An SVG of `width` by `height`, which CSS scales down to the available space. On a phone, CSS gives it another aspect
 * ratio. The viewBox then keeps its height and changes its width, so that text is not distorted.
 */
export function ChartPicture({
  title,
  points,
  seriesIndexes,
  index,
  read,
  formatAxis,
  width,
  height,
  shownSize,
}: ChartPictureProps) {
  const gridWidth = shownSize ? Math.round((height * shownSize.width) / shownSize.height) : width
  const shrink = shownSize && shownSize.height / height
  const scale = useMemo(
    () =>
      shrink === null
        ? null
        : chartScaleOf({ points, seriesIndexes, width: gridWidth, height, shrink }),
    [points, seriesIndexes, gridWidth, height, shrink],
  )

  function findPoint({ currentTarget, clientX }: PointerEvent<SVGSVGElement>): number | null {
    const box = currentTarget.getBoundingClientRect()
    if (!scale || box.width === 0) return null
    return nearestPoint(scale, ((clientX - box.left) / box.width) * gridWidth)
  }

  function handleMove(event: PointerEvent<SVGSVGElement>) {
    const found = findPoint(event)
    if (event.pointerType === 'mouse') read.hover(found)
    else if (found !== null) read.choose(found)
  }

  function handleUp(event: PointerEvent<SVGSVGElement>) {
    const found = findPoint(event)
    if (found !== null) read.choose(found)
  }

  return (
    <svg
      className="chart-picture"
      role="img"
      aria-label={title}
      width={width}
      height={height}
      viewBox={`0 0 ${gridWidth} ${height}`}
      onPointerMove={handleMove}
      onPointerUp={handleUp}
      onPointerLeave={() => read.hover(null)}
    >
      {scale && (
        <ChartAreas
          points={points}
          seriesIndexes={seriesIndexes}
          scale={scale}
          formatAxis={formatAxis}
        />
      )}
      {scale && index !== null && <Cursor scale={scale} x={xOfPoint(scale, index)} />}
    </svg>
  )
}

function Cursor({ scale: { height, padding }, x }: { scale: ChartScale; x: number }) {
  return (
    <line className="chart-cursor" x1={x} x2={x} y1={padding.top} y2={height - padding.bottom} />
  )
}

interface ChartPictureProps {
  title: string
  points: readonly ChartPoint[]
  /** The active series, by index. */
  seriesIndexes: readonly number[]
  /** The index of the selected point, if any. */
  index: number | null
  read: Pick<ReadPoint, 'hover' | 'choose'>
  formatAxis: (value: number) => string
  width: number
  height: number
  /** The size on screen; null until it is measured. The areas render only after that. */
  shownSize: ElementSize | null
}
