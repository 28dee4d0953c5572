import { type BusyWriter, makeBusyWriter } from '#tests/faults/server/busy-writer.ts'
import { type Sender, shareOut, type WrittenListing } from '#tests/faults/server/market-write.ts'
import { createRandom } from '#tests/faults/sim/seeded-random.ts'
import type { Topology } from './two-behind-tls.ts'

// Readers and writers that use the proxy while server processes start and end.

const WRITERS = 4
const READS = ['/admin/properties?limit=50', '/admin/dashboard-stats']

export interface Load {
  writers: readonly BusyWriter[]
  /** `unanswered`: requests without a complete answer; the client repeated each. */
  counts: { writes: number; reads: number; unanswered: number }
  /** Resolves after this many further acknowledged writes. */
  more(writes: number): Promise<void>
  /** Stops the load. @throws the first error: a refusal, or a missing answer unless `mayMissAnswers` is set */
  end(): Promise<void>
}

export interface LoadOptions {
  name: string
  listings: readonly WrittenListing[]
  seed: number
  /** Whether a request may end without a complete answer. If not, such a request stops the load with an error. */
  mayMissAnswers: boolean
}

export function startLoad(
  { fetch, proxy: { url } }: Topology,
  operatorToken: string,
  { name, listings, seed, mayMissAnswers }: LoadOptions,
): Load {
  const sender: Sender = { url, operatorToken, fetch }
  const random = createRandom(seed)
  const writers = shareOut(listings, WRITERS).map((own, index) =>
    makeBusyWriter({
      name: `${name}-writer-${index}`,
      network: `10.${seed % 200}`,
      listings: own,
      random: createRandom(random.int(2 ** 31)),
    }),
  )
  const counts = { writes: 0, reads: 0, unanswered: 0 }
  let isOver = false
  let target = Number.POSITIVE_INFINITY
  let reach: () => void = () => undefined

  function miss(what: string): void {
    counts.unanswered += 1
    if (!mayMissAnswers) throw new Error(`no whole answer came to ${what}`)
  }

  async function read(path: string): Promise<void> {
    const headers = { Authorization: `Bearer ${operatorToken}` }
    while (!isOver) {
      const response = await fetch(`${url}/api${path}`, { headers }).catch(() => null)
      if (response === null) miss(path)
      else if (response.status !== 200) throw new Error(`${path} was answered ${response.status}`)
      else counts.reads += Number(JSON.parse(await response.text()).success)
    }
  }

  async function write(writer: BusyWriter): Promise<void> {
    while (!isOver) {
      await writer.work(sender, () => {
        counts.writes += 1
        if (counts.writes >= target) reach()
        return !isOver
      })
      if (writer.findUnanswered()) miss('a write')
      await writer.settle(sender)
    }
  }

  const all = Promise.all([...READS.map(read), ...writers.map(write)])
  // `more` and `end` report an error; without this handler Node ends the process before they are called.
  all.catch(() => undefined)
  return {
    writers,
    counts,
    async more(writes) {
      const reached = new Promise<void>((resolve) => {
        reach = resolve
      })
      target = counts.writes + writes
      await Promise.race([reached, all])
    },
    async end() {
      isOver = true
      await all
    },
  }
}
