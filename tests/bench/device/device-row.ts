import { formatFigure, median } from '#tests/bench/figures.ts'
import type { DeviceStage } from './device-stage.ts'

/** One line of the table. */
export interface DeviceRow {
  what: string
  unit: 'MB' | 'kB' | 's' | 'ms' | ''
  /** One figure a run; none where it could not be measured. */
  figures: readonly number[]
  /** What the median is at most; null when it only explains another row. */
  reach: number | null
  /** Where `reach` is the least instead of the most. */
  isFloor?: boolean
  note?: string
}

/** What one file measures. Every run begins on a device of its own. */
export interface DeviceMeasurement {
  /** Asked for on the command line by this name. */
  name: string
  measure(stage: DeviceStage, runs: number): Promise<DeviceRow[]>
}

/** The table as Markdown. */
export function writeDeviceTable(rows: readonly DeviceRow[]): string {
  return [
    '| What | Median of runs | Least to most | Reach | Met |',
    '| --- | ---: | ---: | ---: | --- |',
    ...rows.map(writeRow),
  ].join('\n')
}

function writeRow({ what, unit, figures, reach, isFloor = false, note }: DeviceRow): string {
  const write = (figure: number) => `${formatOf(unit, figure)} ${unit}`.trim()
  const limit = reach === null ? '' : write(reach)
  if (figures.length === 0) return `| ${what} | ${note ?? ''} | | ${limit} | not run |`
  const found = median(figures)
  const range = `${formatOf(unit, Math.min(...figures))} to ${formatOf(unit, Math.max(...figures))}`
  const isMet = reach !== null && (isFloor ? found >= reach : found <= reach)
  const verdict = reach === null ? '' : isMet ? 'yes' : '**no**'
  const words = note ? `${what} (${note})` : what
  return `| ${words} | ${write(found)} | ${range} | ${limit} | ${verdict} |`
}

/** Seconds and shifts are told apart by their second digit. */
function formatOf(unit: DeviceRow['unit'], figure: number): string {
  const isFine = unit === 's' || (unit === '' && Math.abs(figure) < 1)
  return isFine ? figure.toFixed(2) : formatFigure(figure)
}
