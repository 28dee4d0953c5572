import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { median } from '#tests/bench/figures.ts'
import { parseCount } from '#tests/faults/parse-count.ts'
import { formatRecord } from '#tests/support/format-record.ts'
import { startPostgres } from '#tests/support/server/postgres-cluster.ts'
import { runServerKills, type ServerKillReport } from './kill-server-campaign.ts'
import type { WriteFinding } from './write-judge.ts'

// `npm run faults:server-kills [cycles] [seed]`: kills the server in the middle of writes, on each database, and adds two
// lines to docs/faults/server-kills.md. Exits with 1 if a write was lost, doubled or altered.

const LEDGER = resolve('docs/faults/server-kills.md')
const NEWS_EVERY = 10 // cycles

const [count = '50', seedText] = process.argv.slice(2)
const cycles = parseCount(count)
const seed = Number(seedText ?? process.pid)

const cluster = await startPostgres({ isDurable: true })
try {
  await play('embedded', null)
  await play('PostgreSQL', await cluster.createDatabase('marketplace'))
} finally {
  await cluster.close()
}
formatRecord(LEDGER)

async function play(database: string, databaseUrl: string | null): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'server-kills-'))
  try {
    const report = await runServerKills({
      seed,
      cycles,
      dataDir,
      databaseUrl,
      onCycle(cycle, acknowledged) {
        if (cycle % NEWS_EVERY === 0)
          console.log(`${database}: ${cycle} of ${cycles} cycles, ${acknowledged} writes`)
      },
    })
    for (const { kind, what } of report.findings) console.log(`${kind}: ${what}`)
    if (report.findings.length > 0) process.exitCode = 1
    appendFileSync(LEDGER, `${lineOf(database, report)}\n`)
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

function lineOf(database: string, report: ServerKillReport): string {
  const found = (kind: WriteFinding['kind']) =>
    report.findings.filter((finding) => finding.kind === kind).length
  const cells = [
    new Date().toISOString().slice(0, 10),
    seed,
    database,
    report.kills,
    report.killsAtStart,
    report.acknowledged,
    report.unanswered,
    report.unansweredDone,
    found('lost'),
    found('doubled'),
    found('altered'),
    `${(median(report.startsMs) / 1000).toFixed(1)} s`,
  ]
  return `| ${cells.join(' | ')} |`
}
