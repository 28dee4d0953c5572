import type { BenchStage } from './bench-stage.ts'

/** One line of the table. */
export interface BenchRow {
  what: string
  unit: 'ms' | 's' | ''
  /** One figure a run. */
  figures: readonly number[]
  /** What the figures' median stays under; null when it only explains another row. */
  under: number | null
}

/** What one file measures. Every run begins on a device of its own. */
export interface Measurement {
  /** Asked for on the command line by this name. */
  name: string
  measure(stage: BenchStage, runs: number): Promise<BenchRow[]>
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
