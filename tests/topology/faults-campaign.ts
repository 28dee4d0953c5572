import { appendFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { formatRecord } from '#tests/support/format-record.ts'
import type { PostgresCluster } from '#tests/support/server/postgres-cluster.ts'
import { type FaultReport, playFault } from './check-faults.ts'
import type { DatabaseFault } from './database-faults.ts'
import { MOST_RECOVERY_MS } from './fault-judge.ts'

// Plays each database fault, checks the server's answers, log and data, and adds the figures to the ledger.

const LEDGER = resolve('docs/faults/database-faults.md')

interface FaultsOptions {
  seed: number
  say(what: string, holds: boolean): void
}

export async function playFaults(
  cluster: PostgresCluster,
  faults: readonly DatabaseFault[],
  { seed, say }: FaultsOptions,
): Promise<void> {
  for (const fault of faults) {
    const report = await playFault(fault, { cluster, seed })
    const { wrongAnswers, lateRefusals, loggedErrors, findings } = report
    say(`${fault.name}: no process is lost`, report.lostProcesses === 0)
    say(`${fault.name}: only 503 with Retry-After`, wrongAnswers.length === 0)
    say(`${fault.name}: served again within 2 s`, report.recoveryMs <= MOST_RECOVERY_MS)
    say(`${fault.name}: every acknowledged change is there once`, findings.length === 0)
    say(`${fault.name}: no error and no stack in the log`, loggedErrors.length === 0)
    const found = [...wrongAnswers, ...lateRefusals, ...loggedErrors, ...findings.map(toText)]
    for (const what of new Set(found)) console.log(`     ${what}`)
    appendFileSync(LEDGER, `${lineOf(fault, seed, report)}\n`)
    formatRecord(LEDGER)
  }
}

function toText({ kind, what }: FaultReport['findings'][number]): string {
  return `${kind}: ${what}`
}

function lineOf({ name }: DatabaseFault, seed: number, report: FaultReport): string {
  const count = (kind: string) => report.findings.filter((found) => found.kind === kind).length
  const cells = [
    new Date().toISOString().slice(0, 10),
    seed,
    name,
    report.writes,
    report.reads,
    report.unavailable,
    report.wrongAnswers.length,
    report.cutOff,
    `${(report.slowestMs / 1000).toFixed(1)} s`,
    `${(report.recoveryMs / 1000).toFixed(1)} s`,
    report.lostProcesses,
    count('lost'),
    count('doubled'),
    count('altered'),
  ]
  return `| ${cells.join(' | ')} |`
}
