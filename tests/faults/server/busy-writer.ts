import { setTimeout as wait } from 'node:timers/promises'
import type { SeededRandom } from '#tests/faults/sim/seeded-random.ts'
import {
  type MarketWrite,
  type Member,
  type Sender,
  type StatusWrite,
  sendWrite,
} from './market-write.ts'

// One of several who write at once, each about listings and members of their own, one write after the other. What got no
// answer is repeated, as a device does it, until it has one.

const EVENTS_EACH = 20 // nobody enters a code, and a registration may have no more
const STATUSES = ['approved', 'rejected', 'pending']
const ANSWERED_LATER = new Set([409, 429, 503]) // with Retry-After: come again
const SHORTEST_WAIT_MS = 20
const NO_GATEWAY = 502 // a proxy's word that nobody answered

export interface BusyWriter {
  /** In the order in which they were asked. */
  writes: readonly MarketWrite[]
  /** Writes until no answer comes, or `onYes` answers false. @throws when something is refused */
  work(sender: Sender, onYes: () => boolean): Promise<void>
  /** Repeats what got no answer. @throws when there is none again */
  settle(sender: Sender): Promise<void>
  findUnanswered(): MarketWrite | undefined
}

export interface WriterOptions {
  /** No other writer's on the same database. */
  name: string
  /** The first two numbers of the addresses that it writes from. */
  network: string
  listings: readonly { id: string; status: string }[]
  random: SeededRandom
}

export function makeBusyWriter({ name, network, listings, random }: WriterOptions): BusyWriter {
  const writes: MarketWrite[] = []
  const statuses = new Map(listings.map(({ id, status }) => [id, status]))
  let member: Member | null = null

  function ask(): MarketWrite {
    const count = writes.length
    const common = {
      key: `${name}-and-its-write-${count}`,
      from: `${network}.${count >> 8}.${count & 255}`,
      isAcknowledged: false,
    }
    if (member === null || member.eventCount >= EVENTS_EACH) {
      const email = `${name}-${count}@example.in`
      member = { email, token: null, eventCount: 0 }
      return { ...common, kind: 'registration', member }
    }
    if (random.chance(0.4)) {
      member.eventCount += 1
      return { ...common, kind: 'event', member }
    }
    const { id } = random.pick(listings)
    // Another one each time, so that each write has an effect of its own.
    const status = random.pick(STATUSES.filter((one) => one !== statuses.get(id)))
    statuses.set(id, status)
    const write: StatusWrite = { ...common, kind: 'status', listingId: id, status }
    return write
  }

  const findUnanswered = () => writes.find(({ isAcknowledged }) => !isAcknowledged)

  return {
    writes,
    findUnanswered,
    async work(sender, onYes) {
      for (;;) {
        const write = ask()
        writes.push(write)
        const response = await sendPatiently(write, sender).catch(() => null)
        if (response === null || response.status === NO_GATEWAY) return
        await acknowledge(write, response)
        if (write.isAcknowledged && !onYes()) return
      }
    },
    async settle(sender) {
      const write = findUnanswered()
      if (!write) return
      await acknowledge(write, await sendPatiently(write, sender))
    },
  }
}

async function sendPatiently(write: MarketWrite, sender: Sender): Promise<Response> {
  for (;;) {
    const response = await sendWrite(write, sender)
    const retryAfterS = response.headers.get('Retry-After')
    if (!ANSWERED_LATER.has(response.status) || retryAfterS === null) return response
    await wait(Math.max(SHORTEST_WAIT_MS, Number(retryAfterS) * 1_000))
  }
}

/** An answer whose body is cut off is none. */
async function acknowledge(write: MarketWrite, response: Response): Promise<void> {
  const text = await response.text().catch(() => null)
  if (text === null) return
  if (!response.ok) throw new Error(`${write.kind} was answered ${response.status}: ${text}`)
  write.isAcknowledged = true
  if (write.kind === 'registration') write.member.token = JSON.parse(text).token
}
