import { expect, test } from 'vitest'
import { runSeeds, shrinkSeed } from '#tools/faults/fault-runner.ts'

const SCHEDULES = 400 // npm run faults -- schedules plays more
/** Schedules per test: few enough for the test's timeout on a machine that is ten times slower. */
const PER_TEST = 25

// A failing test prints the command that replays its first failed schedule.
for (let first = 1; first <= SCHEDULES; first += PER_TEST) {
  const last = first + PER_TEST - 1
  const tags = first === 1 ? [] : ['long']
  test(
    `in schedules ${first} to ${last}, no change is lost, doubled, applied out of order or left unsent`,
    {
      tags,
    },
    () => playAll(first, last),
  )
}

test('in schedule 404, a visit is sent although the answer to the request for one of its photos never comes', () =>
  playAll(404, 404))

test('in schedule 538, a visit that is queued anew without its photos may follow one that was recorded meanwhile', () =>
  playAll(538, 538))

test('in schedule 3818, which sets the clock back after a loss, a decision stays on the screen', () =>
  playAll(3_818, 3_818))

test('in schedule 31184, only a change that the device cannot know to be saved is named as perhaps lost', () =>
  playAll(31_184, 31_184))

test('in schedule 1584, an answer about another record does not confirm the submission of a listing', () =>
  playAll(1_584, 1_584))

async function playAll(first: number, last: number): Promise<void> {
  const failures: string[] = []
  const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  await runSeeds(seeds, ({ seed, violations }) => {
    for (const { rule, detail } of violations) failures.push(`seed ${seed}: ${rule}, ${detail}`)
    return failures.length < 5
  })
  const seed = Number(/^seed (\d+)/.exec(failures[0] ?? '')?.[1])
  const steps = failures.length > 0 ? (await shrinkSeed(seed)).steps.join(',') : ''
  expect(failures, `npm run faults -- schedules --seed ${seed} --steps ${steps}`).toEqual([])
}
