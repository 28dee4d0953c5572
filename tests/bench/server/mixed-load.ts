import autocannon from 'autocannon'
import { createRandom, type SeededRandom } from '#tests/faults/sim/seeded-random.ts'
import type { CheckoutServer } from './checkout-server.ts'

// Mixed load: lists with the last seen ETag, pages, and changes of status.

export interface LoadFigures {
  requestsPerSecond: number
  p50Ms: number
  p99Ms: number
  /** Calls without an answer, or with another one than 200 or 304. */
  errors: number
  /** Of the answers to lists: how much was a 304. */
  unchangedShare: number
}

const CONNECTIONS = 10
const LIST = '/api/admin/properties'
const LIST_SHARE = 0.8
const PAGE_SHARE = 0.15 // what is left are changes
const STATUSES = ['approved', 'rejected', 'pending']

interface Run {
  token: string
  ids: readonly string[]
  run: number
}

/** `run` decides about the calls, and makes their keys unlike those of other runs on the same data. */
export async function measureMixedLoad(
  { url, token, ids }: CheckoutServer,
  { run, seconds }: { run: number; seconds: number },
): Promise<LoadFigures> {
  const mix = makeMix({ token, ids, run, random: createRandom(run + 1) })
  // A panel that was open before has read the list once.
  const read = await fetch(`${url}${LIST}`, { headers: { Authorization: `Bearer ${token}` } })
  await read.text()
  mix.see(read.status, { etag: read.headers.get('ETag') }, true)
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [
      {
        setupRequest(request, context) {
          const call = mix.next()
          Object.assign(context, { isList: call.path === LIST })
          return { ...request, ...call }
        },
        onResponse(status, _body, context, headers) {
          mix.see(status, headers, 'isList' in context && context.isList === true)
        },
      },
    ],
  })
  return {
    requestsPerSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    errors: result.errors + result.timeouts + mix.counts.refused,
    unchangedShare: mix.counts.unchanged / Math.max(1, mix.counts.lists),
  }
}

interface Call {
  method: 'GET' | 'PATCH'
  path: string
  headers: Record<string, string>
  body?: string
}

function makeMix({ token, ids, run, random }: Run & { random: SeededRandom }) {
  const counts = { lists: 0, unchanged: 0, refused: 0, changes: 0 }
  const common = { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'gzip' }
  let listTag = ''

  function next(): Call {
    const place = random.next()
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

  /** Only who has read the list itself may ask whether it is still the same. */
  function see(status: number, headers: Record<string, unknown> | undefined, isList: boolean) {
    if (status === 304) counts.unchanged += 1
    else if (status !== 200) counts.refused += 1
    const tag = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'etag')?.[1]
    if (isList && typeof tag === 'string') listTag = tag
  }

  return { next, see, counts }
}
