import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SimServer } from '#tools/faults/sim/market/sim-server.ts'
import { createRandom } from '#tools/faults/sim/seeded-random.ts'
import { SimDevice } from '#tools/faults/sim/sim-device.ts'
import { enterWorld } from '#tools/faults/sim/sim-globals.ts'
import { SimWorld, START_MS } from '#tools/faults/sim/sim-world.ts'

// A run must depend on its seed alone. Code of a tab that the real clock runs would act at another moment of each run, and,
// when its tab was killed, in the databases of a later run.

const NO_SERVER = {} as SimServer // no call is made
const WORK_NS = 5_000_000n // long enough to be measured

let world: SimWorld
let device: SimDevice
let leave: () => void

beforeEach(() => {
  world = new SimWorld(createRandom(1), START_MS)
  leave = enterWorld(world)
  device = new SimDevice(world, createRandom(1), NO_SERVER, 'device')
})

afterEach(() => {
  device.storage.handBack()
  leave()
})

it('runs the interval of a tab by the clock of the world', async () => {
  const { context } = device.openClient('tab', 'visible')
  const seen: number[] = []
  const timer = await world.as(context, () =>
    setInterval(() => seen.push(world.nowMs - START_MS), 15_000),
  )
  await world.runUntil(START_MS + 40_000)
  expect(seen).toEqual([15_000, 30_000])
  await world.as(context, () => clearInterval(timer))
  await world.runUntil(START_MS + 80_000)
  expect(seen).toEqual([15_000, 30_000])
})

it('lets a run of an interval end that interval', async () => {
  const { context } = device.openClient('tab', 'visible')
  let runs = 0
  await world.as(context, () => {
    const timer = setInterval(() => {
      runs += 1
      clearInterval(timer)
    }, 15_000)
  })
  await world.runUntil(START_MS + 80_000)
  expect(runs).toBe(1)
})

it('ends the intervals of a tab that is killed, and those of a frozen tab run after it is thawed', async () => {
  const [killed, frozen] = [
    device.openClient('killed', 'visible'),
    device.openClient('frozen', 'visible'),
  ]
  const seen: string[] = []
  for (const { context } of [killed, frozen])
    await world.as(context, () => {
      setInterval(() => seen.push(context.name), 15_000)
    })
  device.kill(killed)
  await device.freeze(frozen)
  await world.runUntil(START_MS + 80_000)
  expect(seen).toEqual([])
  world.thaw(frozen.context)
  await world.runUntil(START_MS + 90_000)
  expect(seen).toEqual(['device frozen'])
})

it('gives a tab the time of the world, however long its code really takes', async () => {
  const { context } = device.openClient('tab', 'visible')
  const times: number[] = []
  await world.as(context, () => {
    const began = process.hrtime.bigint()
    times.push(performance.now())
    while (process.hrtime.bigint() - began < WORK_NS);
    times.push(performance.now())
  })
  await world.runUntil(START_MS + 1_000)
  await world.as(context, () => times.push(performance.now()))
  expect(times).toEqual([0, 0, 1_000])
})
