import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { formatRecord } from '#tests/support/format-record.ts'
import type { Catch } from './calibrate-design.ts'
import { loadThroughVite } from './load-fault-runner.ts'

// npm run faults -- designs: counts how many schedules each wrong design survives, and writes docs/faults/wrong-designs.md. Exits
// with 1 if a design survives all schedules. `npm run faults -- designs "drop on 401"` prints only this design's count.

type Calibration = typeof import('./calibrate-design.ts')

const LEDGER = resolve('docs/faults/wrong-designs.md')
const LONGEST_WORD = 160 // characters of a violation's text in the table

const { catchDesigns, MOST_SCHEDULES } = (await loadThroughVite(
  '/tools/faults/calibrate-design.ts',
)) as Calibration // the module's exports

const INTRODUCTION = `# The wrong designs

What systems of this kind are known to get wrong: each is put into the simulator in place of the right part
(\`tools/faults/designs/\`) and plays the same schedules, from seed 1 on, until the model objects to one that is green with
the right part. No rule looks for a certain design: the model knows what was asked, what the screen said and what the
server did. One that survives ${MOST_SCHEDULES.toLocaleString('en')} schedules is a hole in the tests. Written by \`npm run faults -- designs\`.

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
// Vite's server would keep the process running.
process.exit(isAnyLeft ? 1 : 0)

function lineOf(name: string, caught: Catch | null): string {
  if (!caught) return `| ${name} | survives | | |`
  const rules = new Set(caught.violations.map(({ rule }) => rule))
  const said = caught.violations[0]?.detail.replaceAll('|', '/').slice(0, LONGEST_WORD) ?? ''
  return `| ${[name, caught.seed, [...rules].join(', '), said].join(' | ')} |`
}
