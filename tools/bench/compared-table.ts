import { formatFigure, median } from './figures.ts'

// The table of a bench that compares another checkout with this one.

/** The figures of each run. `before`, the other checkout's, is empty if only this checkout is measured. */
export interface Compared<Figures> {
  before: Figures[]
  after: Figures[]
}

interface Target {
  /** This checkout's median is below this value. */
  under?: number
  /** This checkout's median is at least this many times the other's. */
  times?: number
  /** This checkout's median is at most this share of the other's. */
  share?: number
}

type Unit = 'ms' | ''

/** A row's text, unit and target, and a function that picks the row's figure from the figures of a run. */
export type ComparedRowOf<Figures> = readonly [
  what: string,
  unit: Unit,
  target: Target,
  figure: (figures: Figures) => number,
]

const HEAD = ['| What | Before | After | Target | Met |', '| --- | ---: | ---: | --- | --- |']

export function writeComparedTable(rows: readonly string[]): string {
  return [...HEAD, ...rows].join('\n')
}

export function writeComparedRows<Figures>(
  compared: Compared<Figures>,
  rows: readonly ComparedRowOf<Figures>[],
): string[] {
  return rows.map(([what, unit, target, figure]) => {
    const before = compared.before.map(figure)
    const after = compared.after.map(figure)
    const cells = [
      what,
      tell(unit, before),
      tell(unit, after),
      ...judge(unit, target, before, after),
    ]
    return `| ${cells.join(' | ')} |`
  })
}

function tell(unit: Unit, figures: readonly number[]): string {
  if (figures.length === 0) return ''
  const [least, most] = [Math.min(...figures), Math.max(...figures)].map(formatFigure)
  return `${write(unit, median(figures))} (${least} to ${most})`
}

function judge(
  unit: Unit,
  { under, times, share }: Target,
  before: readonly number[],
  after: readonly number[],
): [target: string, verdict: string] {
  const verdict = (isMet: boolean) => (isMet ? 'yes' : '**no**')
  const found = median(after)
  if (under !== undefined) return [`under ${write(unit, under)}`, verdict(found < under)]
  if (before.length === 0) return ['', '']
  const ratio = found / median(before)
  if (share !== undefined)
    return [`at most ${share} times`, `${verdict(ratio <= share)}: ${formatFigure(ratio)}`]
  if (times !== undefined)
    return [`${times} times as many`, `${verdict(ratio >= times)}: ${formatFigure(ratio)}`]
  return ['', '']
}

function write(unit: Unit, figure: number): string {
  return `${formatFigure(figure)} ${unit}`.trim()
}
