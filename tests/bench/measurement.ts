import { formatFigure, median } from './figures.ts'

// What every bench measures with: the runs of a measurement, the rows that are made of them, and their table.

/** One line of the table. */
export interface BenchRow {
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
export interface Measurement<Stage> {
  /** Asked for on the command line by this name. */
  name: string
  measure(stage: Stage, runs: number): Promise<BenchRow[]>
}

/** A row as it is declared: `figure` picks one run's. */
export type RowOf<Result> = readonly [
  what: string,
  unit: BenchRow['unit'],
  reach: number | null,
  figure: (result: Result) => number,
]

/** Measures as many runs, one after the other, and makes every row of each of them. */
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

/** The results of as many runs, one after the other. */
export async function repeat<Result>(
  runs: number,
  work: (run: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let run = 0; run < runs; run += 1) results.push(await work(run))
  return results
}

/** The table as Markdown. */
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

/** Seconds and shifts are told apart by their second digit. */
function formatOf(unit: BenchRow['unit'], figure: number): string {
  const isFine = unit === 's' || (unit === '' && Math.abs(figure) < 1)
  return isFine ? figure.toFixed(2) : formatFigure(figure)
}
