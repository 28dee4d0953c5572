import { appendFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { formatRecord } from '#tests/support/format-record.ts'
import { startPostgres } from '#tests/support/server/postgres-cluster.ts'
import { makeTemplate, runOnCluster } from '#tests/support/server/test-database.ts'
import { type FuzzReport, listFuzzRoutes, runFuzz } from './fuzz-campaign.ts'

// `npm run faults -- requests [requests] [seed] [sqlite|postgres]` sends hostile requests, 20,000 by default,
// to a server on each database or on the given one. Appends a line for each database to
// docs/faults/fuzz.md. Exits with 1 after a flaw.

const LEDGER = resolve('docs/faults/fuzz.md')
const NEWS_EVERY = 2000 // requests between two lines of progress
const MAX_SEED = 2 ** 31

const [count = '20000', said, only] = process.argv.slice(2)
const requests = Number(count)
const seed = said === undefined ? Math.floor(Math.random() * MAX_SEED) : Number(said)

if (only !== 'postgres') await play('SQLite')
if (only !== 'sqlite') await playOnPostgres()
formatRecord(LEDGER)

async function playOnPostgres(): Promise<void> {
  const cluster = await startPostgres()
  try {
    await makeTemplate((name) => cluster.createDatabase(name))
    runOnCluster(await cluster.createDatabase('makers'))
    await play('PostgreSQL')
  } finally {
    await cluster.close()
  }
}

async function play(database: string): Promise<void> {
  console.log(`${database}, seed ${seed}`)
  const startedAt = Date.now()
  let told = 0
  const report = await runFuzz({
    seed,
    requests,
    onRun(sent) {
      if (sent - told < NEWS_EVERY) return
      told = sent
      console.log(`${sent} of ${requests} requests`)
    },
  })
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  console.log(report.answers, `${seconds} s`, report.finding ?? 'nothing found')
  appendFileSync(LEDGER, `${await lineOf(database, report, seconds)}\n`)
  if (report.finding) process.exitCode = 1
}

async function lineOf(database: string, report: FuzzReport, seconds: number): Promise<string> {
  const { requests: sent, answers, routes, finding } = report
  const all = await listFuzzRoutes()
  const cells = [
    new Date().toISOString().slice(0, 10),
    database,
    seed,
    sent,
    `${routes.size} of ${all.length}`,
    ...['2xx', '3xx', '4xx', '5xx'].map((kind) => answers[kind] ?? 0),
    answers['0xx'] ?? 0,
    finding ? 1 : 0,
    `${seconds} s`,
  ]
  return `| ${cells.join(' | ')} |`
}
