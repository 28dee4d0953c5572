import { formatFigure, median } from './figures.ts'

// Shared by all benches: the runs of a measurement, the rows of its results, and their table.

/** One line of the table. */
export interface BenchRow {
  what: string
  unit: 'MB' | 'kB' | 's' | 'ms' | ''
  /** One figure per run; empty if it could not be measured. */
  figures: readonly number[]
  /** The target: the highest acceptable median. Null if the row has no target. */
  reach: number | null
  /** True if `reach` is a minimum instead of a maximum. */
  isFloor?: boolean
  note?: string
}

/** A measurement that can be run on its own. Every run starts on a new device or server. */
export interface Measurement<Stage> {
  /** Its name on the command line (`--only`). */
  name: string
  measure(stage: Stage, runs: number): Promise<BenchRow[]>
}

/** A row's text, unit and target, and a function that picks the row's figure from the result of a run. */
export type RowOf<Result> = readonly [
  what: string,
  unit: BenchRow['unit'],
  reach: number | null,
  figure: (result: Result) => number,
]

/** Runs `work` `runs` times in sequence, and returns every row with one figure per run. */
export async function measureRows<Result>(
  runs: number,
  work: (run: number) => Promise<Result>,
  rows: readonly RowOf<Result>[],
): Promise<BenchRow[]> {
  const results = await repeat(runs, work)
  return rows.map(([what, unit, reach, figure]) => {
    return { what, unit, reach, figures: results.map(figure) }
  })
}

export function repeat<Result>(
  runs: number,
  work: (run: number) => Promise<Result>,
): Promise<Result[]> {
  return flatMapInTurn([...Array(runs).keys()], async (run) => [await work(run)])
}

/** Like `flatMap`, but `work` on an item starts after `work` on the previous one has ended. */
export async function flatMapInTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) results.push(...(await work(item)))
  return results
}

export function writeTable(rows: readonly BenchRow[]): string {
  return [
    '| What | Median of runs | Least to most | Reach | Met |',
    '| --- | ---: | ---: | ---: | --- |',
    ...rows.map(writeRow),
  ].join('\n')
}

function writeRow({ what, unit, figures, reach, isFloor = false, note }: BenchRow): string {
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

/** Seconds and layout shifts need two decimals to show differences. */
function formatOf(unit: BenchRow['unit'], figure: number): string {
  const isFine = unit === 's' || (unit === '' && Math.abs(figure) < 1)
  return isFine ? figure.toFixed(2) : formatFigure(figure)
}
