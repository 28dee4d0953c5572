import { expect, test } from 'vitest'
import { runSeeds, shrinkSeed } from './fault-runner.ts'

/** Each of these schedules leaves nothing lost, doubled, out of order or behind; a failure names what to play again. */
export function testSchedules(from: number, to: number): void {
  test(`schedules ${from} to ${to}`, async () => {
    // Nobody reads these stacks, and making them takes a tenth of the time.
    Error.stackTraceLimit = 0
    const failures: string[] = []
    const seeds = Array.from({ length: to - from + 1 }, (_, index) => from + index)
    await runSeeds(seeds, ({ seed, violations }) => {
      for (const { rule, detail } of violations) failures.push(`seed ${seed}: ${rule}, ${detail}`)
      return failures.length < 5
    })
    const [first] = failures
    const seed = Number(/^seed (\d+)/.exec(first ?? '')?.[1])
    const steps = first ? (await shrinkSeed(seed)).steps.join(',') : ''
    const hint = `npm run faults -- --seed ${seed} --steps ${steps}`
    expect(failures, hint).toEqual([])
  })
}
