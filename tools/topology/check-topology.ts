import type { WriteFinding } from '#tools/faults/server/write-judge.ts'
import { startLoad } from './topology-load.ts'
import { OPERATOR, type Topology, type Which } from './two-behind-tls.ts'

// Checks of the whole deployment: two processes behave like one server, even if one of them exits.

const HEADERS = [
  'strict-transport-security',
  'content-security-policy',
  'x-content-type-options',
  'set-cookie',
]
const WRITERS = 4
const READS = ['/admin/properties?limit=50', '/admin/dashboard-stats']
const NO_GATEWAY = 502 // how the proxy answers a request that no process answered and that it may not repeat

export async function signIn({ fetch, proxy }: Topology): Promise<string> {
  const response = await fetch(`${proxy.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(OPERATOR),
  })
  return String(JSON.parse(await response.text()).token)
}

/** The status that each process, called without the proxy, returns for a token that one of them issued. */
export function askEach({ urlOf }: Topology, token: string): Promise<number[]> {
  const headers = { Authorization: `Bearer ${token}` }
  const ask = async (which: Which) =>
    (await fetch(`${urlOf(which)}/api/admin/users`, { headers })).status
  return Promise.all([ask(0), ask(1)])
}

/** The security headers of a page, as sent by the TLS proxy and by a process itself; null for a missing header. */
export async function readHeaders({ fetch: overTls, proxy, urlOf }: Topology, path: string) {
  const pick = ({ headers }: Response): Record<string, string | null> =>
    Object.fromEntries(HEADERS.map((name) => [name, headers.get(name)]))
  return {
    overTls: pick(await overTls(`${proxy.url}${path}`)),
    past: pick(await fetch(`${urlOf(0)}${path}`)),
  }
}

export interface EndUnderLoad {
  exitCode: number | null
  writes: number
  reads: number
  /** Requests without a complete answer; the client repeated each. */
  unanswered: number
  /** Requests that the proxy repeated at the other process. */
  repeated: number
  /** Of the repeated requests, those that the first process had accepted and not answered. */
  repeatedTaken: number
  findings: WriteFinding[]
}

interface EndOptions {
  which: Which
  signal: 'SIGTERM' | 'SIGKILL'
  writes: number
  databaseUrl: string
  dataDir: string
  seed: number
}

/**
 * Ends one process under load after `writes` writes, then continues for as many writes with the other process.
 * @throws if a request is refused
 */
export async function endUnderLoad(
  topology: Topology,
  token: string,
  { which, signal, writes, seed, ...place }: EndOptions,
): Promise<EndUnderLoad> {
  const { counts } = topology.proxy
  const before = { ...counts }
  const options = { name: signal.toLowerCase(), seed, writers: WRITERS, reads: READS, pauseMs: 0 }
  const load = await startLoad(topology, token, options)
  await load.waitUntil(() => load.countAcknowledged() >= writes)
  const exitCode = await topology.stop(which, signal)
  const target = load.countAcknowledged() + writes
  await load.waitUntil(() => load.countAcknowledged() >= target)
  await load.end()
  const isUnanswered = (status: number | null) => status === null || status === NO_GATEWAY
  const answered = load.answers.filter(({ status }) => !isUnanswered(status))
  const reads = answered.filter(({ call }) => call.startsWith('GET'))
  const refused = reads.filter(({ status }) => status !== 200)
  const refusals = [...load.refusals, ...refused.map(({ call, status }) => `${call}: ${status}`)]
  if (refusals.length > 0) throw new Error(refusals.join('\n'))
  return {
    exitCode,
    writes: load.countAcknowledged(),
    reads: reads.length,
    unanswered: load.answers.length - answered.length,
    repeated: counts.repeated - before.repeated,
    repeatedTaken: counts.repeatedTaken - before.repeatedTaken,
    findings: await load.judge(place),
  }
}
