import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { median, percentile } from '#tests/bench/figures.ts'
import { setOperatorEvents } from '#tests/support/operator-events.ts'
import type { CheckoutServer } from './checkout-server.ts'

// What readers of long answers cost: how long others wait meanwhile, and how much memory the process takes.

const HEALTH_EVERY_MS = 10
const READERS_AT_ONCE = 100
const EVENT_READERS = 8
const LARGE_EVENTS = { count: 60, textBytes: 32_000 }
const MANY_EVENTS = { count: 1_000, textBytes: 8_000 } // 8 MB, as much as an account may have
const LIST = '/api/admin/properties'
const EVENTS = '/api/events/user'

export interface HealthFigures {
  p50Ms: number
  p99Ms: number
  /** Long answers that were read to their end meanwhile. */
  reads: number
}

export interface MemoryFigures {
  peakMb: number
  /** Of the hundred answers, how many the server broke off. */
  cutOff: number
}

/** One client reads the whole list uncompressed, again and again; each time a listing has changed since the last. */
export function measureHealthBesideList(
  server: CheckoutServer,
  seconds: number,
): Promise<HealthFigures> {
  return watchHealth(server, seconds, 1, async (turn) => {
    await changeListing(server, turn)
    return read(server, LIST, 'identity')
  })
}

/** Eight clients read the same account's large events. */
export async function measureHealthBesideEvents(
  server: CheckoutServer,
  seconds: number,
): Promise<HealthFigures> {
  await setOperatorEvents(server.place, LARGE_EVENTS)
  return watchHealth(server, seconds, EVENT_READERS, () => read(server, EVENTS, 'gzip, br'))
}

/** Milliseconds until eight clients that ask at once have each read a thousand events. */
export async function measureManyEvents(server: CheckoutServer): Promise<number> {
  await setOperatorEvents(server.place, MANY_EVENTS)
  const startedAt = performance.now()
  await readAtOnce(server, EVENT_READERS, EVENTS)
  return performance.now() - startedAt
}

/** What a process just started has taken at most, once a hundred clients have read the whole list at once. */
export async function measurePeakMemory(server: CheckoutServer): Promise<MemoryFigures> {
  await server.restart()
  const whole = await readAtOnce(server, READERS_AT_ONCE, LIST)
  // Linux counts the most that a process ever had.
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  const peakMb = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1_000
  return { peakMb, cutOff: READERS_AT_ONCE - whole }
}

async function watchHealth(
  server: CheckoutServer,
  seconds: number,
  readers: number,
  work: (turn: number) => Promise<boolean>,
): Promise<HealthFigures> {
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
  return { p50Ms: median(times), p99Ms: percentile(times, 0.99), reads }
}

/** How many of them were answered to the end. */
async function readAtOnce(server: CheckoutServer, readers: number, path: string): Promise<number> {
  const all = Array.from({ length: readers }, () => read(server, path, 'gzip, br'))
  return (await Promise.all(all)).filter(Boolean).length
}

/**
 * On a connection of its own; the answer is read and thrown away. False when the server broke it off, as it does with clients
 * that take too long. @throws when it is no 200
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
