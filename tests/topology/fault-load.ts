import { setTimeout as wait } from 'node:timers/promises'
import { type BusyWriter, makeBusyWriter } from '#tests/faults/server/busy-writer.ts'
import { shareOut, type WrittenListing } from '#tests/faults/server/market-write.ts'
import { createRandom } from '#tests/faults/sim/seeded-random.ts'
import type { FetchInit } from './tls-fetch.ts'
import type { Topology } from './two-behind-tls.ts'

// Readers and writers that continue during a fault and record each answer.

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

export interface Answer {
  call: string
  startedAt: number
  /** performance.now() when the whole answer had arrived. */
  endedAt: number
  /** Null without a complete answer. */
  status: number | null
  retryAfter: string | null
}

export interface FaultLoad {
  writers: readonly BusyWriter[]
  answers: readonly Answer[]
  /** The errors that stopped writers. */
  refusals: readonly string[]
  /** Resolves once every writer has registered and made a few changes, or one writer has stopped. */
  warmUp(): Promise<void>
  /** Stops the load. Resolves when every write has its answer. */
  end(): Promise<void>
}

export function startFaultLoad(
  topology: Topology,
  operatorToken: string,
  { listings, seed }: { listings: readonly WrittenListing[]; seed: number },
): FaultLoad {
  const { url } = topology.proxy
  const answers: Answer[] = []
  const refusals: string[] = []
  const random = createRandom(seed)
  let isOver = false

  async function ask(address: string, init: FetchInit = {}): Promise<Response> {
    const startedAt = performance.now()
    const record = (status: number | null, retryAfter: string | null) =>
      answers.push({
        call: `${init.method ?? 'GET'} ${new URL(address).pathname}`,
        startedAt,
        endedAt: performance.now(),
        status,
        retryAfter,
      })
    try {
      const response = await topology.fetch(address, init)
      record(response.status, response.headers.get('Retry-After'))
      return response
    } catch (error) {
      record(null, null)
      throw error
    }
  }

  async function read(path: string): Promise<void> {
    const headers = { Authorization: `Bearer ${operatorToken}`, 'Accept-Encoding': 'gzip' }
    while (!isOver) {
      await ask(`${url}/api${path}`, { headers }).catch(() => null)
      await wait(READ_EVERY_MS)
    }
  }

  const writers = shareOut(listings, WRITERS).map((own, index) =>
    makeBusyWriter({
      name: `fault-${seed}-writer-${index}`,
      network: `10.${index}`,
      listings: own,
      random: createRandom(random.int(2 ** 31)),
    }),
  )

  async function write(writer: BusyWriter): Promise<void> {
    const sender = { url, operatorToken, fetch: ask }
    try {
      while (!isOver) {
        await writer.work(sender, () => !isOver)
        await writer.settle(sender)
      }
    } catch (error) {
      // Records why this writer stopped. The other writers continue, so that all faults are still judged.
      refusals.push(String(error))
    }
  }

  const all = Promise.all([...READS.map(read), ...writers.map(write)])
  return {
    writers,
    answers,
    refusals,
    async warmUp() {
      const isSlow = ({ writes }: BusyWriter) => writes.length <= WARM_WRITES
      while (writers.some(isSlow) && refusals.length === 0) await wait(READ_EVERY_MS)
    },
    async end() {
      isOver = true
      await all
    },
  }
}
