import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { formatRecord } from '#tests/support/format-record.ts'
import type { Catch } from './calibrate-design.ts'
import { loadThroughVite } from './load-fault-runner.ts'

// npm run faults:designs: how many schedules each wrong design survives, written to
// docs/faults/wrong-designs.md. Ends with 1 when one survives them all. `npm run faults:designs -- "drop on 401"` prints one.

type Calibration = typeof import('./calibrate-design.ts')

const LEDGER = resolve('docs/faults/wrong-designs.md')
const LONGEST_WORD = 160 // characters: enough to see which record, and what about it

const { catchDesigns, MOST_SCHEDULES } = (await loadThroughVite(
  '/tests/faults/calibrate-design.ts',
)) as Calibration // that file's exports

const INTRODUCTION = `# The wrong designs

What systems of this kind are known to get wrong: each is put into the simulator in place of the right part
(\`tests/faults/designs/\`) and plays the same schedules, from seed 1 on, until the model objects to one that is green with
the right part. No rule looks for a certain design: the model knows what was asked, what the screen said and what the
server did. One that survives ${MOST_SCHEDULES.toLocaleString('en')} schedules is a hole in the tests. Written by \`npm run faults:designs\`.

| Wrong design | Caught by schedule | Rules that caught it | What the model said first |
| --- | --- | --- | --- |
`

const lines: string[] = []
let isAnyLeft = false
const names = process.argv.slice(2)
await catchDesigns(names, (name, caught) => {
  if (!caught) isAnyLeft = true
  const line = lineOf(name, caught)
  console.log(line)
  lines.push(line)
})
if (lines.length === 0) throw new Error('there is no such design')
if (names.length === 0) {
  writeFileSync(LEDGER, `${INTRODUCTION}${lines.join('\n')}\n`)
  formatRecord(LEDGER)
}
// Vite's own server is still there.
process.exit(isAnyLeft ? 1 : 0)

function lineOf(name: string, caught: Catch | null): string {
  if (!caught) return `| ${name} | survives | | |`
  const rules = new Set(caught.violations.map(({ rule }) => rule))
  const said = caught.violations[0]?.detail.replaceAll('|', '/').slice(0, LONGEST_WORD) ?? ''
  return `| ${[name, caught.seed, [...rules].join(', '), said].join(' | ')} |`
}
