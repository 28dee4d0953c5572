import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { formatRecord } from '#tests/support/format-record.ts'
import type { PostgresCluster } from '#tests/support/server/postgres-cluster.ts'
import { askEach, type EndUnderLoad, endUnderLoad, readHeaders, signIn } from './check-topology.ts'
import { startTopology, type Topology } from './two-behind-tls.ts'

// Checks the security headers of two processes that serve the built app, and that no change is lost when one of them is
// stopped or killed under load.

const LEDGER = resolve('docs/faults/topology.md')
const SIGNALS = ['SIGTERM', 'SIGKILL'] as const

interface EndsOptions {
  writes: number
  seed: number
  say(what: string, holds: boolean): void
}

export async function playEnds(cluster: PostgresCluster, options: EndsOptions): Promise<void> {
  const { say, writes, seed } = options
  const dataDir = mkdtempSync(join(tmpdir(), 'topology-'))
  const databaseUrl = await cluster.createDatabase('marketplace')
  const topology = await startTopology({ databaseUrl, dataDir, withApp: true })
  try {
    await checkDoors(topology, say)
    const token = await signIn(topology)
    say(
      'both know a sign-in that went to one',
      (await askEach(topology, token)).every((status) => status === 200),
    )
    for (const [index, signal] of SIGNALS.entries()) {
      const report = await endUnderLoad(topology, token, {
        which: index === 0 ? 0 : 1,
        signal,
        writes,
        databaseUrl,
        dataDir,
        seed: seed + index,
      })
      const isGentle = signal === 'SIGTERM'
      say(
        `${signal} under load: ${isGentle ? 'no request' : 'no acknowledged change'} is lost`,
        report.findings.length === 0 &&
          (!isGentle || (report.unanswered === 0 && report.exitCode === 0)),
      )
      appendFileSync(LEDGER, `${lineOf(seed, signal, report)}\n`)
      if (index === 0) await topology.start(0)
    }
    formatRecord(LEDGER)
  } finally {
    await topology.close()
    rmSync(dataDir, { recursive: true })
  }
}

async function checkDoors(stage: Topology, say: EndsOptions['say']): Promise<void> {
  for (const path of ['/', '/api/healthz']) {
    const { overTls, past } = await readHeaders(stage, path)
    const policy = overTls['content-security-policy'] ?? ''
    say(
      `${path} insists on HTTPS`,
      /max-age=63072000/.test(overTls['strict-transport-security'] ?? ''),
    )
    say(`${path} asked without TLS does not`, past['strict-transport-security'] === null)
    say(
      `${path} has the content security policy`,
      /default-src 'none'/.test(policy) && !/unsafe/.test(policy),
    )
    say(`${path} sets no cookie`, overTls['set-cookie'] === null)
  }
}

function lineOf(seed: number, signal: string, report: EndUnderLoad): string {
  const count = (kind: string) => report.findings.filter((found) => found.kind === kind).length
  const cells = [
    new Date().toISOString().slice(0, 10),
    seed,
    signal,
    report.writes,
    report.reads,
    report.repeated,
    report.repeatedTaken,
    report.unanswered,
    count('lost'),
    count('doubled'),
    count('altered'),
    report.exitCode ?? 'none',
  ]
  return `| ${cells.join(' | ')} |`
}
