import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { median, percentile } from '#tools/bench/figures.ts'
import { createRandom } from '#tools/faults/sim/seeded-random.ts'
import type { CheckoutServer } from './checkout-server.ts'

// Sends mixed calls to the server: for the whole list with the last ETag, for a page of the list, and status changes.

const CONNECTIONS = 10
const LIST = '/api/admin/properties'
const LIST_SHARE = 0.8
const PAGE_SHARE = 0.15 // the remaining calls are changes
const STATUSES = ['approved', 'rejected', 'pending']

/** The number `run` seeds the choice of calls, and makes their idempotency keys differ from those of other runs. */
export async function measureMixedLoad(
  server: CheckoutServer,
  { run, seconds }: { run: number; seconds: number },
) {
  const { url } = server
  const mix = makeMix(server, run)
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  // Reads the list once, as a panel that is already open has done.
  await send(agent, url, mix)
  const times: number[] = []
  let failed = 0
  const startedAt = performance.now()
  const connections = Array.from({ length: CONNECTIONS }, async () => {
    while (performance.now() < startedAt + seconds * 1_000) {
      const askedAt = performance.now()
      try {
        await send(agent, url, mix)
        times.push(performance.now() - askedAt)
      } catch {
        failed += 1 // no answer, or an incomplete one
      }
    }
  })
  await Promise.all(connections)
  agent.destroy()
  return {
    requestsPerSecond: times.length / ((performance.now() - startedAt) / 1_000),
    p50Ms: median(times),
    p99Ms: percentile(times, 0.99),
    /** Calls without an answer, or with a status other than 200 or 304. */
    errors: failed + mix.counts.refused,
    /** The share of list answers that were a 304. */
    unchangedShare: mix.counts.unchanged / Math.max(1, mix.counts.lists),
  }
}

/** Reads the answer and discards its body. @throws if the answer is missing or incomplete */
async function send(agent: Agent, url: string, mix: ReturnType<typeof makeMix>): Promise<void> {
  const { method, path, headers, body } = mix.next()
  const sent = request(`${url}${path}`, { agent, method, headers })
  sent.end(body)
  const [answer]: IncomingMessage[] = await once(sent, 'response')
  if (!answer) throw new Error('no answer')
  answer.resume()
  await once(answer, 'end')
  mix.see(answer, path === LIST)
}

interface Call {
  method: 'GET' | 'PATCH'
  path: string
  headers: Record<string, string>
  body?: string
}

function makeMix({ token, ids }: CheckoutServer, run: number) {
  const random = createRandom(run + 1)
  const counts = { lists: 0, unchanged: 0, refused: 0, changes: 0 }
  const common = { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'gzip' }
  let listTag = ''

  function next(): Call {
    // Without an ETag, which the first answer has, the call reads the whole list.
    const place = listTag === '' ? 0 : random.next()
    if (place < LIST_SHARE) {
      counts.lists += 1
      const headers = { ...common, ...(listTag && { 'If-None-Match': listTag }) }
      return { method: 'GET', path: LIST, headers }
    }
    if (place < LIST_SHARE + PAGE_SHARE)
      return { method: 'GET', path: `${LIST}?limit=50`, headers: common }
    counts.changes += 1
    return {
      method: 'PATCH',
      path: `${LIST}/${random.pick(ids)}/status`,
      headers: {
        ...common,
        'Content-Type': 'application/json',
        'Idempotency-Key': `bench-run-${run}-change-${counts.changes}`,
      },
      body: JSON.stringify({ status: random.pick(STATUSES) }),
    }
  }

  /** Counts the answer. Stores the ETag of a whole list, which later calls for the list send as If-None-Match. */
  function see({ statusCode, headers }: IncomingMessage, isList: boolean): void {
    if (statusCode === 304) counts.unchanged += 1
    else if (statusCode !== 200) counts.refused += 1
    if (isList && headers.etag !== undefined) listTag = headers.etag
  }

  return { next, see, counts }
}
