// @module-tag long
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catchDesign, MOST_SCHEDULES } from '#tools/faults/calibrate-design.ts'
import { WRONG_DESIGNS } from '#tools/faults/designs/wrong-designs.ts'
import { type SimServer, startSimServer } from '#tools/faults/sim/market/sim-server.ts'

const WITHIN = `by one of the first ${MOST_SCHEDULES.toLocaleString('en')} random schedules, which the right design passes`
const CATALOGUE = 42 // number of wrong designs: known mistakes of offline libraries and guides, and of sending in several calls

/** The seed of the schedule that last caught this design; if it no longer does, `catchDesign` searches for another. */
function findLedgerSeed(name: string): number | null {
  const line = LEDGER.split('\n').find((one) => one.startsWith(`| ${name} `))
  const seed = Number(line?.split('|')[2])
  return Number.isInteger(seed) && seed > 0 ? seed : null
}

const LEDGER = readFileSync(join(import.meta.dirname, '../../docs/faults/wrong-designs.md'), 'utf8')
let server: SimServer
beforeAll(async () => {
  server = await startSimServer()
})
afterAll(() => server.close())

test('the catalogue contains every known wrong design', () => {
  expect(WRONG_DESIGNS.size).toBe(CATALOGUE)
})

test.each([...WRONG_DESIGNS])(`the wrong design "%s" is caught ${WITHIN}`, async (name, design) => {
  expect(
    await catchDesign(server, design, findLedgerSeed(name)),
    'it survives: the tests have a hole',
  ).not.toBeNull()
})
