// @module-tag long
import '#tools/faults/sim/sim-globals.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Violation } from '#tools/faults/model/run-record.ts'
import { type SimServer, startSimServer } from '#tools/faults/sim/market/sim-server.ts'
import type { Armed } from '#tools/faults/steps/armed-step.ts'
import { PATHS, UNREACHED } from '#tools/faults/steps/paths.ts'
import { type Path, playPath } from '#tools/faults/steps/play-path.ts'
import { dealCases, type PathCases, sourceOf } from '#tools/faults/steps/step-cases.ts'
import { listEngineSteps } from '#tools/faults/steps/step-source.ts'

// Injects a crash, a freeze or a failure at every step (every `await`) of the sending engine. No change may be lost, sent
// twice or left behind.

/** At how many occurrences of a step each fault is injected. STEP_FAULTS=Infinity means all, and runs for hours. */
const EACH = Number(process.env['STEP_FAULTS'] ?? 1)
const ALL_OF_THEM_MS = 3_600_000

const steps = listEngineSteps()
const undisturbed = new Map<string, Violation[]>()
const reached = new Map<string, ReadonlyMap<string, number>>()
let server: SimServer
let dealt: PathCases[] = []

beforeAll(async () => {
  server = await startSimServer()
  for (const path of PATHS) {
    const { reached: counts, violations } = await playPath(server, path, null)
    undisturbed.set(path.title, violations)
    const ofPath = [...counts].filter(([step]) => path.onlyFor?.test(step) ?? true)
    reached.set(path.title, new Map(ofPath))
  }
  dealt = dealCases(steps, reached, EACH)
})

afterAll(() => server.close())

it('each step of the sending engine is executed in a tested scenario, or is listed as unreached with a reason', () => {
  const names = new Set([...reached.values()].flatMap((counts) => [...counts.keys()].map(sourceOf)))
  const isExcepted = (name: string) => UNREACHED.some(({ step }) => step.test(name))
  const forgotten = steps.filter(({ name }) => !names.has(name) && !isExcepted(name))
  expect(forgotten.map(({ name }) => name)).toEqual([])
  expect([...names].filter(isExcepted)).toEqual([])
  const known = new Set(steps.map(({ name }) => name))
  expect([...names].filter((name) => !known.has(name))).toEqual([])
})

describe('after a fault at any step of sending, no change is lost, sent twice or left in the queue:', () => {
  it.for(PATHS)('$title', { timeout: ALL_OF_THEM_MS }, playFaults)
})

async function playFaults(path: Path): Promise<void> {
  expect(undisturbed.get(path.title)).toEqual([])
  const cases = dealt.find(({ title }) => title === path.title)?.cases ?? []
  const failures: string[] = []
  let story = ''
  for (const armed of cases) {
    const failed = await findFailure(path, armed)
    if (!failed) continue
    failures.push(failed.words)
    story ||= failed.story
  }
  expect(failures, `Of the first of them:\n${story}\n`).toEqual([])
}

async function findFailure(
  path: Path,
  armed: Armed,
): Promise<{ words: string; story: string } | null> {
  const place = `${armed.step} (${armed.occurrence}) ${armed.fault}`
  try {
    const { violations, isPlayed, story } = await playPath(server, path, armed)
    if (isPlayed && violations.length === 0) return null
    const told = violations.map(({ rule, detail }) => `${rule}: ${detail}`)
    const words = isPlayed ? told.join('; ') : `not reached; ${told.join('; ')}`
    return { words: `${place}: ${words}`, story: story() }
  } catch (error) {
    return { words: `${place}: could not be judged: ${String(error)}`, story: '' }
  }
}
