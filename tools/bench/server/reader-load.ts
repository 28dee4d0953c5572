import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { setOperatorEvents } from '#tests/support/server/operator-events.ts'
import { median, percentile } from '#tools/bench/figures.ts'
import { readPeakMb } from '#tools/bench/peak-memory.ts'
import type { CheckoutServer } from './checkout-server.ts'

// The cost of clients that read long answers: how long other calls wait, and how much memory the process uses.

const HEALTH_EVERY_MS = 10
const READERS_AT_ONCE = 100
const EVENT_READERS = 8
const LARGE_EVENTS = { count: 60, textBytes: 32_000 }
const MANY_EVENTS = { count: 1_000, textBytes: 8_000 } // 8 MB, the limit of an account
const LIST = '/api/admin/properties'
const EVENTS = '/api/events/user'

/** Times health checks while a client keeps reading the whole list uncompressed. A listing changes before each read. */
export function measureHealthBesideList(server: CheckoutServer, seconds: number) {
  return watchHealth(server, seconds, 1, async (turn) => {
    await changeListing(server, turn)
    return read(server, LIST, 'identity')
  })
}

/** Times health checks while eight clients keep reading large events of the same account. */
export async function measureHealthBesideEvents(server: CheckoutServer, seconds: number) {
  await setOperatorEvents(server.place, LARGE_EVENTS)
  return watchHealth(server, seconds, EVENT_READERS, () => read(server, EVENTS, 'gzip, br'))
}

/** Milliseconds until eight concurrent clients have each read a thousand events. */
export async function measureManyEvents(server: CheckoutServer): Promise<number> {
  await setOperatorEvents(server.place, MANY_EVENTS)
  const startedAt = performance.now()
  await readAtOnce(server, EVENT_READERS, EVENTS)
  return performance.now() - startedAt
}

/**
 * The peak memory of a new process after a hundred clients read the whole list concurrently, and how many of the answers
 * the server aborted.
 */
export async function measurePeakMemory(server: CheckoutServer) {
  await server.restart()
  const whole = await readAtOnce(server, READERS_AT_ONCE, LIST)
  return { peakMb: readPeakMb(server.pid), cutOff: READERS_AT_ONCE - whole }
}

async function watchHealth(
  server: CheckoutServer,
  seconds: number,
  readers: number,
  work: (turn: number) => Promise<boolean>,
) {
  let isOver = false
  let turns = 0
  let reads = 0
  const reading = Array.from({ length: readers }, async () => {
    while (!isOver) {
      turns += 1
      if (await work(turns)) reads += 1
    }
  })
  const times: number[] = []
  const endsAt = performance.now() + seconds * 1_000
  while (performance.now() < endsAt) {
    const askedAt = performance.now()
    await read(server, '/api/healthz', 'identity')
    times.push(performance.now() - askedAt)
    await wait(HEALTH_EVERY_MS)
  }
  isOver = true
  await Promise.all(reading)
  // `reads`: long answers that were read completely.
  return { p50Ms: median(times), p99Ms: percentile(times, 0.99), reads }
}

/** Returns how many readers received a complete answer. */
async function readAtOnce(server: CheckoutServer, readers: number, path: string): Promise<number> {
  const all = Array.from({ length: readers }, () => read(server, path, 'gzip, br'))
  return (await Promise.all(all)).filter(Boolean).length
}

/**
 * Reads an answer on a separate connection and discards it. Returns false if the server aborted it, as it does for slow
 * clients. @throws unless the status is 200
 */
async function read(
  { url, token }: CheckoutServer,
  path: string,
  encoding: string,
): Promise<boolean> {
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Encoding': encoding }
  const request = get(`${url}${path}`, { agent: false, headers })
  const [answer]: IncomingMessage[] = await once(request, 'response')
  if (answer?.statusCode !== 200) throw new Error(`${path} was answered ${answer?.statusCode}`)
  answer.resume().on('error', () => undefined)
  await new Promise((resolve) => answer.once('close', resolve))
  return answer.complete
}

async function changeListing({ url, token, ids }: CheckoutServer, turn: number): Promise<void> {
  const response = await fetch(`${url}${LIST}/${ids[(turn * 7_919) % ids.length]}/status`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ status: turn % 2 === 0 ? 'approved' : 'rejected' }),
  })
  if (!response.ok) throw new Error(`a change was answered ${response.status}`)
}
