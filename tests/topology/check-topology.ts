import { listListings } from '#tests/faults/server/market-write.ts'
import {
  countEffects,
  judgeEffects,
  judgeListings,
  type WriteFinding,
} from '#tests/faults/server/write-judge.ts'
import { startLoad } from './topology-load.ts'
import { OPERATOR, type Topology, type Which } from './two-behind-tls.ts'

// Checks of the whole deployment: two processes behave like one server, even if one of them exits.

const HEADERS = [
  'strict-transport-security',
  'content-security-policy',
  'x-content-type-options',
  'set-cookie',
] as const

export async function signIn({ fetch, proxy }: Topology): Promise<string> {
  const response = await fetch(`${proxy.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(OPERATOR),
  })
  return String(JSON.parse(await response.text()).token)
}

/** The status that each process, called without the proxy, returns for a token that one of them issued. */
export function askEach(topology: Topology, token: string): Promise<number[]> {
  const both: readonly Which[] = [0, 1]
  return Promise.all(
    both.map(async (which) => {
      const headers = { Authorization: `Bearer ${token}` }
      return (await fetch(`${topology.urlOf(which)}/api/admin/users`, { headers })).status
    }),
  )
}

/** The security headers of a page, as sent by the TLS proxy and by a process itself; null for a missing header. */
export async function readHeaders(
  { fetch: overTls, proxy, urlOf }: Topology,
  path: string,
): Promise<{ overTls: Record<string, string | null>; past: Record<string, string | null> }> {
  const pick = ({ headers }: Response) =>
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

/** Ends one process under load after `writes` writes, then continues for as many writes with the other process. */
export async function endUnderLoad(
  topology: Topology,
  token: string,
  {
    which,
    signal,
    writes,
    databaseUrl,
    dataDir,
    seed,
  }: {
    which: Which
    signal: 'SIGTERM' | 'SIGKILL'
    writes: number
    databaseUrl: string
    dataDir: string
    seed: number
  },
): Promise<EndUnderLoad> {
  const { proxy, fetch } = topology
  const before = { ...proxy.counts }
  const listings = await listListings({ url: proxy.url, operatorToken: token, fetch })
  const load = startLoad(topology, token, {
    name: signal.toLowerCase(),
    listings,
    seed,
    mayMissAnswers: signal === 'SIGKILL',
  })
  await load.more(writes)
  const exitCode = await topology.stop(which, signal)
  await load.more(writes)
  await load.end()
  const all = load.writers.flatMap((writer) => writer.writes)
  const place = { databaseUrl, dataDir }
  const versions = new Map(listings.map(({ id, version }) => [id, version]))
  const findings = judgeEffects(all, await countEffects(place))
  findings.push(...(await judgeListings(all, place, versions)))
  const repeated = proxy.counts.repeated - before.repeated
  const repeatedTaken = proxy.counts.repeatedTaken - before.repeatedTaken
  return { exitCode, ...load.counts, repeated, repeatedTaken, findings }
}
