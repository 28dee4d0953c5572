import { type PointerEvent, useMemo } from 'react'
import type { ChartPoint } from './chart-data.ts'
import { ChartLines } from './chart-lines.tsx'
import { type ChartScale, chartScaleOf, nearestPoint, xOfPoint } from './chart-scale.ts'

/** An svg of exactly width by height of its own units; CSS scales it down to the room there is. */
export function ChartPicture({
  title,
  points,
  places,
  index,
  onPoint,
  formatAxis,
  width,
  height,
  shrink,
}: ChartPictureProps) {
  const scale = useMemo(
    () => (shrink === null ? null : chartScaleOf({ points, places, width, height, shrink })),
    [points, places, width, height, shrink],
  )

  function handlePointer(event: PointerEvent<SVGSVGElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    if (!scale || box.width === 0) return
    const x = ((event.clientX - box.left) / box.width) * width
    onPoint(nearestPoint(scale, x))
  }

  return (
    <svg
      className="chart-picture"
      role="img"
      aria-label={title}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      onPointerMove={handlePointer}
      onPointerDown={handlePointer}
      onPointerLeave={() => onPoint(null)}
    >
      {scale && index !== null && <Cursor scale={scale} x={xOfPoint(scale, index)} />}
      {scale && (
        <ChartLines points={points} places={places} scale={scale} formatAxis={formatAxis} />
      )}
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
  /** The series that are switched on, by their place. */
  places: readonly number[]
  /** The point being read, if any. */
  index: number | null
  onPoint: (index: number | null) => void
  formatAxis: (value: number) => string
  width: number
  height: number
  /** Pixels on screen for each unit of the picture; it is drawn once, when they are known. */
  shrink: number | null
}
