import type { Machine } from './bench-report.ts'
import { formatFigure, median } from './figures.ts'

// The table of a bench that compares another checkout with this one.

/** One line of the table. `before` and `after` have one figure for each run. */
export interface ComparedRow {
  what: string
  unit: 'ms' | ''
  /** The other checkout's figures; empty if only this checkout is measured. */
  before: readonly number[]
  after: readonly number[]
  /** Target: this checkout's median is below this value. */
  under?: number | undefined
  /** Target: this checkout's median is at least this many times the other's. */
  times?: number | undefined
  /** Target: this checkout's median is at most this share of the other's. */
  share?: number | undefined
}

const BUSY_SHARE = 0.5 // if the load is above this share of the cores, other processes slow down the bench

/** Returns the rest of a report's first sentence, after the command: date, machine, load, and any warning. */
export function describeMachine({ coreCount, model, load }: Machine): string {
  const busy =
    load > coreCount * BUSY_SHARE
      ? ' **Others were busy on this machine: times are too high, and requests too few.**'
      : ''
  return `${new Date().toISOString().slice(0, 10)}. ${coreCount} cores (${model}), load ${load.toFixed(1)} at the start, Node ${process.version}.${busy}`
}

export function writeTable(rows: readonly ComparedRow[]): string {
  const lines = rows.map((row) => {
    const cells = [row.what, tell(row, row.before), tell(row, row.after), ...judge(row)]
    return `| ${cells.join(' | ')} |`
  })
  return [
    '| What | Before | After | Target | Met |',
    '| --- | ---: | ---: | --- | --- |',
    ...lines,
  ].join('\n')
}

function tell({ unit }: ComparedRow, figures: readonly number[]): string {
  if (figures.length === 0) return ''
  const [least, most] = [Math.min(...figures), Math.max(...figures)].map(formatFigure)
  return `${`${formatFigure(median(figures))} ${unit}`.trim()} (${least} to ${most})`
}

function judge({
  before,
  after,
  under,
  times,
  share,
  unit,
}: ComparedRow): [target: string, verdict: string] {
  const found = median(after)
  if (under !== undefined)
    return [`under ${`${formatFigure(under)} ${unit}`.trim()}`, found < under ? 'yes' : '**no**']
  if (share !== undefined && before.length > 0) {
    const ratio = found / median(before)
    return [
      `at most ${share} times`,
      `${ratio <= share ? 'yes' : '**no**'}: ${formatFigure(ratio)}`,
    ]
  }
  if (times === undefined || before.length === 0) return ['', '']
  const ratio = found / median(before)
  return [`${times} times as many`, `${ratio >= times ? 'yes' : '**no**'}: ${formatFigure(ratio)}`]
}
