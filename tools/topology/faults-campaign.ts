import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startSilentProxy } from '#tests/support/network/silent-proxy.ts'
import { setOperatorEvents } from '#tests/support/server/operator-events.ts'
import type { PostgresCluster } from '#tests/support/server/postgres-cluster.ts'
import { signIn } from './check-topology.ts'
import type { DatabaseFault, FaultStage } from './database-faults.ts'
import { findLoggedErrors, judgeAnswers, MOST_RECOVERY_MS } from './fault-judge.ts'
import { addToLedger, countFindings } from './fault-ledger.ts'
import { startLoad } from './topology-load.ts'
import { startTopology, type Topology } from './two-behind-tls.ts'

// Plays each database fault while two server processes serve readers and writers, checks the server's answers, log and
// data, and adds the figures to the ledger.

const AFTER_MS = 15_000 // the load goes on longer than every timeout of the server, so that late refusals are counted
const EVENTS = { count: 60, textBytes: 30_000 } // the list is sent in four chunks, so a fault can cut it off
const WRITERS = 12
const WARM_WRITES = 5 // of each writer; the first is a registration, whose password hash takes almost a second
const READS = [
  '/admin/properties',
  '/admin/properties?limit=50',
  '/admin/dashboard-stats',
  '/events/user',
  '/readyz',
  '/healthz',
]
const READ_EVERY_MS = 25 // also after a refusal with Retry-After, so that the first success is recorded at once

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
    const report = await playFault(fault, cluster, seed)
    const { wrongAnswers, lateRefusals, loggedErrors, findings, lostProcesses } = report
    say(`${fault.name}: no process is lost`, lostProcesses === 0)
    say(`${fault.name}: only 503 with Retry-After`, wrongAnswers.length === 0)
    say(`${fault.name}: served again within 2 s`, report.recoveryMs <= MOST_RECOVERY_MS)
    say(`${fault.name}: every acknowledged change is there once`, findings.length === 0)
    say(`${fault.name}: no error and no stack in the log`, loggedErrors.length === 0)
    const judged = findings.map(({ kind, what }) => `${kind}: ${what}`)
    for (const what of new Set([...wrongAnswers, ...lateRefusals, ...loggedErrors, ...judged]))
      console.log(`     ${what}`)
    addToLedger('database-faults', [
      ...[seed, fault.name, report.writes, report.reads, report.unavailable, wrongAnswers.length],
      ...[report.cutOff, toSeconds(report.slowestMs), toSeconds(report.recoveryMs), lostProcesses],
      ...countFindings(findings),
    ])
  }
}

async function playFault(fault: DatabaseFault, cluster: PostgresCluster, seed: number) {
  const databaseUrl = await cluster.createDatabase(fault.name.replaceAll(/\W/g, '_'))
  const network = await startSilentProxy(Number(new URL(databaseUrl).port))
  const dataDir = mkdtempSync(join(tmpdir(), 'topology-fault-'))
  const topology = await startTopology({
    databaseUrl: fault.usesNetwork ? withPort(databaseUrl, network.port) : databaseUrl,
    dataDir,
    logLevel: 'warn',
  })
  try {
    await setOperatorEvents({ databaseUrl, dataDir }, EVENTS)
    const stage = { cluster, databaseUrl, network }
    return await playUnderLoad(fault, stage, { topology, dataDir, seed })
  } finally {
    await topology.close()
    await network.close()
    rmSync(dataDir, { recursive: true })
  }
}

async function playUnderLoad(
  fault: DatabaseFault,
  stage: FaultStage,
  { topology, dataDir, seed }: { topology: Topology; dataDir: string; seed: number },
) {
  const name = `fault-${seed}`
  const options = { name, seed, writers: WRITERS, reads: READS, pauseMs: READ_EVERY_MS }
  const load = await startLoad(topology, await signIn(topology), options)
  await load.waitUntil(() => load.writers.every(({ writes }) => writes.length > WARM_WRITES))
  await fault.play(stage)
  const endedAt = performance.now()
  await wait(AFTER_MS)
  await load.end()
  return {
    ...judgeAnswers(load, endedAt),
    lostProcesses: topology.countLost(),
    loggedErrors: findLoggedErrors(topology),
    findings: await load.judge({ databaseUrl: stage.databaseUrl, dataDir }),
  }
}

function withPort(address: string, port: number): string {
  const url = new URL(address)
  url.port = String(port)
  return url.href
}

function toSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
