import { setTimeout as wait } from 'node:timers/promises'
import { type BusyWriter, makeBusyWriter } from '#tools/faults/server/busy-writer.ts'
import { listListings, shareOut } from '#tools/faults/server/market-write.ts'
import {
  countEffects,
  judgeEffects,
  judgeListings,
  type WriteFinding,
} from '#tools/faults/server/write-judge.ts'
import { createRandom } from '#tools/faults/sim/seeded-random.ts'
import type { FetchInit } from './tls-fetch.ts'
import type { Topology } from './two-behind-tls.ts'

// Readers and writers that use the proxy during a fault or the end of a process. Every answer is recorded.

const LOOK_MS = 10

export interface Answer {
  call: string
  startedAt: number
  /** performance.now() when the whole answer had arrived. */
  endedAt: number
  /** Null without a complete answer. */
  status: number | null
  retryAfter: string | null
}

export type Load = Awaited<ReturnType<typeof startLoad>>

interface LoadOptions {
  /** Unique among the loads on one database. */
  name: string
  seed: number
  writers: number
  /** Each path is read again and again, with a pause after each answer. */
  reads: readonly string[]
  pauseMs: number
}

export async function startLoad(
  topology: Topology,
  operatorToken: string,
  { name, seed, writers: writerCount, reads, pauseMs }: LoadOptions,
) {
  const { url } = topology.proxy
  const sender = { url, operatorToken, fetch: ask }
  const listings = await listListings({ ...sender, fetch: topology.fetch })
  const answers: Answer[] = []
  const refusals: string[] = []
  const random = createRandom(seed)
  let isOver = false

  async function ask(address: string, init: FetchInit = {}): Promise<Response> {
    const startedAt = performance.now()
    const call = `${init.method ?? 'GET'} ${new URL(address).pathname}`
    const response = await topology.fetch(address, init).catch((error: Error) => error)
    const isAnswer = response instanceof Response
    answers.push({
      call,
      startedAt,
      endedAt: performance.now(),
      status: isAnswer ? response.status : null,
      retryAfter: isAnswer ? response.headers.get('Retry-After') : null,
    })
    if (isAnswer) return response
    throw response
  }

  async function read(path: string): Promise<void> {
    const headers = { Authorization: `Bearer ${operatorToken}`, 'Accept-Encoding': 'gzip' }
    while (!isOver) {
      await ask(`${url}/api${path}`, { headers }).catch(() => null)
      await wait(pauseMs)
    }
  }

  async function write(writer: BusyWriter): Promise<void> {
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

  const writers = shareOut(listings, writerCount).map((own, index) =>
    makeBusyWriter({
      name: `${name}-writer-${index}`,
      network: `10.${(seed + index) % 200}`,
      listings: own,
      random: createRandom(random.int(2 ** 31)),
    }),
  )
  const all = Promise.all([...reads.map(read), ...writers.map(write)])
  const listWrites = () => writers.flatMap(({ writes }) => writes)
  return {
    writers,
    answers,
    /** The errors that stopped writers. */
    refusals,
    countAcknowledged: () => listWrites().filter((one) => one.isAcknowledged).length,
    /** Resolves once the load has reached this state, or a writer has stopped. */
    async waitUntil(isReached: () => boolean): Promise<void> {
      while (!isReached() && refusals.length === 0) await wait(LOOK_MS)
    },
    /** Stops the load. Resolves when every write has its answer. */
    async end(): Promise<void> {
      isOver = true
      await all
    },
    /** Compares the acknowledged writes with the database. */
    async judge(place: Parameters<typeof countEffects>[0]): Promise<WriteFinding[]> {
      const versions = new Map(listings.map(({ id, version }) => [id, version]))
      return [
        ...judgeEffects(listWrites(), await countEffects(place)),
        ...(await judgeListings(listWrites(), place, versions)),
      ]
    },
  }
}
