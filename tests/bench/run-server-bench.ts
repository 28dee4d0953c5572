import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { formatRecord } from '#tests/support/format-record.ts'
import { startPostgres } from '#tests/support/postgres-cluster.ts'
import { readMachine, writeTable } from './bench-report.ts'
import type { BenchRow } from './measurement.ts'
import { type LoadFigures, measureLoad } from './server-bench.ts'

// `npm run bench:server` measures the server under mixed load and writes docs/bench-server.md;
// `npm run bench:server -- --runs 1 --seconds 3` is a short one, and says so on the page.

const PAGE = resolve('docs/bench-server.md')
const SIZES = [1_000, 10_000]
const BUSY_SHARE = 0.5 // of the cores, by the system's count

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '10' },
  },
})
const setting = { runs: Number(values.runs), seconds: Number(values.seconds) }
const machine = readMachine()
const cluster = await startPostgres({ isDurable: true })
try {
  const rows: BenchRow[] = []
  for (const listingCount of SIZES) {
    for (const database of ['embedded', 'PostgreSQL']) {
      console.error(`Measuring ${listingCount} listings, ${database} ...`)
      const databaseUrl =
        database === 'embedded' ? null : await cluster.createDatabase(`bench_${listingCount}`)
      const figures = await measureLoad({ ...setting, listingCount, databaseUrl })
      rows.push(...toRows(`${listingCount.toLocaleString('en')} listings, ${database}`, figures))
    }
  }
  const table = writeTable(rows)
  console.log(table)
  writeFileSync(PAGE, writePage(table))
  formatRecord(PAGE)
  if (rows.some(({ what, figures }) => /errors/.test(what) && Math.max(...figures) > 0))
    process.exitCode = 1
} finally {
  await cluster.close()
}

function toRows(place: string, runs: readonly LoadFigures[]): BenchRow[] {
  const row = (what: string, unit: BenchRow['unit'], pick: (run: LoadFigures) => number) => ({
    what,
    unit,
    figures: runs.map(pick),
    under: null,
  })
  return [
    row(`${place}: requests a second`, '', (run) => run.requestsPerSecond),
    row('… p50', 'ms', (run) => run.p50Ms),
    row('… p99', 'ms', (run) => run.p99Ms),
    row('… errors', '', (run) => run.errors),
    row('… lists that had not changed, of 100', '', (run) => 100 * run.unchangedShare),
  ]
}

function writePage(table: string): string {
  const { coreCount, model, load } = machine
  const date = new Date().toISOString().slice(0, 10)
  const busy =
    load > coreCount * BUSY_SHARE
      ? ' **Others were busy on this machine: times are too high, and requests too few.**'
      : ''
  return `# The server under mixed load

\`npm run bench:server -- --runs ${setting.runs} --seconds ${setting.seconds}\` on ${date}, runs of each: \
${setting.runs}, ${setting.seconds} s each. ${coreCount} cores (${model}), load ${load.toFixed(1)} at the start, \
Node ${process.version}.${busy}

${table}

- One process of the server, ten connections of autocannon on the same machine, each with the next call as soon as the last
  is answered: 80 % the whole list with the ETag of the last one that was read, 15 % a page of 50, 5 % a change of status
  with a key. A change makes the next lists whole ones, for everybody who asks before the first of them is there: what "had
  not changed" is a 304. The panel itself asks for what changed and not for whole lists; this is what a plain client costs.
- Times are until the whole answer is there, of all calls together. An error is a call without an answer, or with another
  one than 200 or 304.
- PostgreSQL flushes each commit to the disk, as the embedded database does.
`
}
