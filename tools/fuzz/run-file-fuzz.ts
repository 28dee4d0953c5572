import { appendFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { formatRecord } from '#tests/support/format-record.ts'
import { fuzzFiles } from './file-fuzz.ts'

// `npm run faults -- files [files] [seed]` sends mutated files, 20,000 by default, to the parsers. Appends a line to
// docs/faults/fuzz-files.md. Exits with 1 after a file that was neither read nor refused with a sentence.

const LEDGER = resolve('docs/faults/fuzz-files.md')
const NEWS_EVERY = 1_000
const MAX_SEED = 2 ** 31

const [count = '20000', said] = process.argv.slice(2)
const files = Number(count)
const seed = said === undefined ? Math.floor(Math.random() * MAX_SEED) : Number(said)
const startedAt = Date.now()
const report = await fuzzFiles({ seed, files }, (done) => {
  if (done % NEWS_EVERY === 0) console.log(`${done} of ${files} files`)
})
const seconds = Math.round((Date.now() - startedAt) / 1_000)
const refused = [...report.refused.values()].reduce((sum, some) => sum + some, 0)
console.log(report.refused, report.finding ?? 'nothing found')
const cells = [
  new Date().toISOString().slice(0, 10),
  seed,
  report.files,
  report.read,
  refused,
  report.files - report.read - refused,
  `${seconds} s`,
]
appendFileSync(LEDGER, `| ${cells.join(' | ')} |\n`)
formatRecord(LEDGER)
if (report.finding) process.exitCode = 1
