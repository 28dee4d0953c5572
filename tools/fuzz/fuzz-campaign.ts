import { Agent } from 'node:http'
import fc from 'fast-check'
import { getAnswerCheck } from '#tests/contract/described-answer.ts'
import { findFlaws } from './answer-rules.ts'
import { type FuzzMarket, startFuzzMarket } from './fuzz-market.ts'
import { findBreaches, listTables, readState } from './market-state.ts'
import { sendRaw } from './raw-request.ts'
import { type FuzzRequest, type FuzzRoute, listReads, makeRequests } from './request-generator.ts'

export interface FuzzReport {
  requests: number
  /** The number of answers by status class, such as '2xx' and '4xx'. '0xx' counts requests without an answer. */
  answers: Record<string, number>
  routes: Set<string>
  /** The first flaw, with the shortest list of requests that was found to cause it; null without a flaw. */
  finding: string | null
}

export interface FuzzOptions {
  seed: number
  /** The minimum number of requests. */
  requests: number
  onRun?: (sent: number) => void
}

const LONGEST_RUN = 200 // at most so many requests to one server, then a new one starts
const STEP_MS = 61_000 // more than a minute between two requests, so that limits per minute do not apply
const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

let known: Promise<FuzzRoute[]> | undefined

/** The routes of the router, without handlers for all methods and the catch-all route `/*`. */
export function listFuzzRoutes(): Promise<FuzzRoute[]> {
  known ??= readRoutes()
  return known
}

async function readRoutes(): Promise<FuzzRoute[]> {
  const { server, close } = await startFuzzMarket()
  const { paths } = (await getAnswerCheck(server.app)).document
  const routes = server.app.routes.filter(({ method, path }) => method !== 'ALL' && path !== '/*')
  await close()
  // A route has an entry for each of its middleware.
  const unique = new Map(routes.map((one) => [`${one.method} ${one.path}`, one]))
  return [...unique.values()].map(({ method, path }) => {
    const call = paths[path.replace(':id', '{id}')]?.[method.toLowerCase()]
    return { method, path, content: call?.requestBody?.content }
  })
}

/**
 * Sends all GET requests of `listReads`, then random requests until `requests` is reached or a flaw is found. Starts a
 * new server with new data after at most LONGEST_RUN random requests.
 */
export async function runFuzz({ seed, requests, onRun }: FuzzOptions): Promise<FuzzReport> {
  const report: FuzzReport = { requests: 0, answers: {}, routes: new Set(), finding: null }
  const routes = await listFuzzRoutes()
  report.finding = await playRun(listReads(routes), report)
  const request = makeRequests(routes)
  const most = Math.min(LONGEST_RUN, requests)
  const run = fc.array(request, { minLength: 1, maxLength: most, size: 'max' })
  for (let round = 0; report.requests < requests && report.finding === null; round += 1) {
    const played = await fc.check(
      fc.asyncProperty(run, async (list) => {
        const wrong = await playRun(list, report)
        if (wrong) throw new Error(wrong)
      }),
      { seed: seed + round, numRuns: 1 },
    )
    if (played.failed)
      report.finding = `seed ${seed + round}: ${String(played.errorInstance)}, after\n${describeRun(played.counterexample?.[0] ?? [])}`
    onRun?.(report.requests)
  }
  return report
}

/** Sends the requests to a new server with new data. Returns the first flaw as text; null without one. */
async function playRun(list: readonly FuzzRequest[], report: FuzzReport): Promise<string | null> {
  const market = await startFuzzMarket()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    const tables = await listTables(market.server.db)
    let before = await readState(market.server.db, tables)
    for (const request of list) {
      const { status, flaws } = await playRequest(market, agent, request, report)
      const after = await readState(market.server.db, tables)
      const isRead = READS.has(request.method)
      const breaches = findBreaches(before, after, { who: request.who, isRead, status })
      const wrong = [...flaws, ...breaches.map((piece) => `${status} changed ${piece}`)]
      if (wrong.length > 0) return `${describe(request)}: ${wrong.join('; ')}`
      before = after
    }
    return null
  } finally {
    agent.destroy()
    await market.close()
  }
}

async function playRequest(
  market: FuzzMarket,
  agent: Agent,
  request: FuzzRequest,
  report: FuzzReport,
) {
  market.server.clock.advance(STEP_MS)
  const token = await market.tokenOf(request.who)
  const answer = await sendRaw(market.url, request, { agent, token })
  await market.server.settle()
  const status = answer?.status ?? 0
  // A sign-in or sign-out may have ended sessions, so the cached tokens are discarded.
  if (request.path.startsWith('/api/auth/') && status < 400) market.forgetTokens()
  const kind = `${Math.floor(status / 100)}xx`
  report.requests += 1
  report.answers[kind] = (report.answers[kind] ?? 0) + 1
  report.routes.add(request.route)
  return { status, flaws: findFlaws(request, answer) }
}

function describeRun(list: readonly FuzzRequest[]): string {
  return list.map(describe).join('\n')
}

function describe({ who, method, path, headers, body }: FuzzRequest): string {
  const said = body === null ? '' : ` ${String(body).slice(0, 300)}`
  return `${who} ${method} ${path} ${JSON.stringify(headers)}${said}`
}
