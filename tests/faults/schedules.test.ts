import { expect, test } from 'vitest'
import { runSeeds, shrinkSeed } from './fault-runner.ts'

const SCHEDULES = 400 // the others are played by npm run faults
/** How many schedules one test plays: few enough that a machine ten times slower has not reached the test's own time limit. */
const PER_TEST = 100

// Each of these schedules leaves nothing lost, doubled, out of order or behind; a failure names what to play again.
for (let first = 1; first <= SCHEDULES; first += PER_TEST) {
  const last = first + PER_TEST - 1
  test(`schedules ${first} to ${last}`, () => playAll(first, last))
}

async function playAll(first: number, last: number): Promise<void> {
  const failures: string[] = []
  const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  await runSeeds(seeds, ({ seed, violations }) => {
    for (const { rule, detail } of violations) failures.push(`seed ${seed}: ${rule}, ${detail}`)
    return failures.length < 5
  })
  const seed = Number(/^seed (\d+)/.exec(failures[0] ?? '')?.[1])
  const steps = failures.length > 0 ? (await shrinkSeed(seed)).steps.join(',') : ''
  expect(failures, `npm run faults -- --seed ${seed} --steps ${steps}`).toEqual([])
}
