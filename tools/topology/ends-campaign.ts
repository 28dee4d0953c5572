import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PostgresCluster } from '#tests/support/server/postgres-cluster.ts'
import { askEach, endUnderLoad, readHeaders, signIn } from './check-topology.ts'
import { addToLedger, countFindings } from './fault-ledger.ts'
import { startTopology, type Topology } from './two-behind-tls.ts'

// Checks the security headers of two processes that serve the built app, and that no change is lost when one of them is
// stopped or killed under load.

const ENDS = [
  { which: 0, signal: 'SIGTERM' },
  { which: 1, signal: 'SIGKILL' },
] as const

interface EndsOptions {
  writes: number
  seed: number
  say(what: string, holds: boolean): void
}

export async function playEnds(
  cluster: PostgresCluster,
  { say, writes, seed }: EndsOptions,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'topology-'))
  const databaseUrl = await cluster.createDatabase('marketplace')
  const topology = await startTopology({ databaseUrl, dataDir, withApp: true })
  try {
    for (const path of ['/', '/api/healthz']) await checkHeaders(topology, path, say)
    const token = await signIn(topology)
    const statuses = await askEach(topology, token)
    const isKnown = statuses.every((status) => status === 200)
    say('both know a sign-in that went to one', isKnown)
    for (const { which, signal } of ENDS) {
      if (which === 1) await topology.start(0)
      const options = { which, signal, writes, databaseUrl, dataDir, seed: seed + which }
      const report = await endUnderLoad(topology, token, options)
      const { reads, repeated, repeatedTaken, unanswered, findings, exitCode } = report
      if (signal === 'SIGTERM') {
        const isWhole = findings.length === 0 && unanswered === 0 && exitCode === 0
        say('SIGTERM under load: no request is lost', isWhole)
      } else say('SIGKILL under load: no acknowledged change is lost', findings.length === 0)
      addToLedger('topology', [
        ...[seed, signal, report.writes, reads, repeated, repeatedTaken, unanswered],
        ...countFindings(findings),
        exitCode ?? 'none',
      ])
    }
  } finally {
    await topology.close()
    rmSync(dataDir, { recursive: true })
  }
}

async function checkHeaders(
  topology: Topology,
  path: string,
  say: EndsOptions['say'],
): Promise<void> {
  const { overTls, past } = await readHeaders(topology, path)
  const hsts = 'strict-transport-security'
  const policy = overTls['content-security-policy'] ?? ''
  const isStrict = /default-src 'none'/.test(policy) && !/unsafe/.test(policy)
  say(`${path} insists on HTTPS`, /max-age=63072000/.test(overTls[hsts] ?? ''))
  say(`${path} asked without TLS does not`, past[hsts] === null)
  say(`${path} has the content security policy`, isStrict)
  say(`${path} sets no cookie`, overTls['set-cookie'] === null)
}
