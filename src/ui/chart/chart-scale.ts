import { type ChartPoint, sumValues } from './chart-data.ts'

const TEXT_PX = 12 // text size of the axes on screen, regardless of the chart's scale
const TICK_ROOM_PX = 56 // a month's name and its spacing, on screen
const LINE_PX = 1.5 // on screen: the line of the total, and the gaps between the areas
const THINNEST_SHRINK = 0.6 // at a smaller scale, lines get thinner on screen, so that they do not hide thin areas
const MOST_STEPS = 4 // at most this many grid lines above zero
const EMPTY_TOP = 1_000 // end of the axis of an empty chart

/** The layout of a chart, in SVG user units. `shrink` is the ratio of the size on screen to these units. */
export function chartScaleOf(options: ChartScaleOptions): ChartScale {
  const { points, seriesIndexes, width, height } = options
  const shrink = Math.min(options.shrink, 1)
  const textSize = TEXT_PX / shrink
  const padding = {
    top: textSize,
    right: textSize * 2,
    bottom: textSize * 2.5,
    left: textSize * 5,
  }
  const plotWidth = width - padding.left - padding.right
  const totals = points.map((point) => sumValues([point], seriesIndexes))
  const lastIndex = Math.max(points.length - 1, 1)
  return {
    width,
    height,
    padding,
    textSize,
    lineWidth: LINE_PX / Math.max(shrink, THINNEST_SHRINK),
    lastIndex,
    valueTicks: valueTicksOf(Math.max(0, ...totals)),
    pointTicks: pointTicksOf(points.length, (plotWidth * shrink) / TICK_ROOM_PX),
  }
}

export interface ChartScale {
  width: number
  height: number
  padding: { top: number; right: number; bottom: number; left: number }
  textSize: number
  lineWidth: number
  lastIndex: number
  /** From zero to the top of the axis. */
  valueTicks: readonly number[]
  /** The points with a label under the axis; the last point always has one. */
  pointTicks: readonly number[]
}

interface ChartScaleOptions {
  points: readonly ChartPoint[]
  /** The active series, by index. */
  seriesIndexes: readonly number[]
  width: number
  height: number
  shrink: number
}

export function xOfPoint({ width, padding, lastIndex }: ChartScale, index: number): number {
  return padding.left + ((width - padding.left - padding.right) * index) / lastIndex
}

/** The index of the point nearest to an x in SVG user units, which may lie outside the plot. */
export function nearestPoint(scale: ChartScale, x: number): number {
  const { width, padding, lastIndex } = scale
  const share = (x - padding.left) / (width - padding.left - padding.right)
  return Math.min(Math.max(Math.round(share * lastIndex), 0), lastIndex)
}

function valueTicksOf(highest: number): number[] {
  const rough = (highest || EMPTY_TOP) / MOST_STEPS
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5].find((nice) => nice * magnitude >= rough) ?? 10) * magnitude
  const count = Math.max(1, Math.ceil((highest || EMPTY_TOP) / step))
  return Array.from({ length: count + 1 }, (_, tick) => tick * step)
}

function pointTicksOf(pointCount: number, room: number): number[] {
  const stride = Math.max(1, Math.ceil(pointCount / Math.max(room, 1)))
  const indexes = Array.from({ length: pointCount }, (_, index) => index)
  return indexes.filter((index) => (pointCount - 1 - index) % stride === 0)
}
