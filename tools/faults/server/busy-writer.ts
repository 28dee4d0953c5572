import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { MOST_VISITS, VISIT_ANSWERS } from '#src/domain/visit/visit.ts'
import type { SeededRandom } from '#tools/faults/sim/seeded-random.ts'
import {
  type MarketWrite,
  type Member,
  type Sender,
  type StatusWrite,
  sendWrite,
} from './market-write.ts'

// One of several concurrent writers. Each has its own listings and members and sends one write at a time. It repeats an
// unanswered write until it gets an answer, as a device does.

const EVENTS_EACH = 20 // so many events may a member create whose e-mail address is not verified
const STATUSES = ['approved', 'rejected', 'pending']
const ANSWERED_LATER = new Set([409, 429, 503]) // with Retry-After, the writer repeats the write
const SHORTEST_WAIT_MS = 20
const NO_GATEWAY = 502 // a proxy answers with this status if no server process answers it

export interface BusyWriter {
  /** In the order in which they were sent. */
  writes: readonly MarketWrite[]
  /** Sends writes until one gets no answer, or `onYes` returns false after a success. @throws if a write is refused */
  work(sender: Sender, onYes: () => boolean): Promise<void>
  /** Repeats the unanswered write, if there is one. @throws if it gets no answer again */
  settle(sender: Sender): Promise<void>
  findUnanswered(): MarketWrite | undefined
}

export interface WriterOptions {
  /** Unique among the writers of the same database. */
  name: string
  /** The first two numbers of the IP addresses that it writes from. */
  network: string
  listings: readonly { id: string; status: string }[]
  /** To whom it assigns listings; without it, it assigns none. */
  deciderId?: string
  random: SeededRandom
}

export function makeBusyWriter({
  name,
  network,
  listings,
  deciderId,
  random,
}: WriterOptions): BusyWriter {
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
    if (random.chance(0.2))
      return { ...common, kind: 'contact', listingId: id, at: timeOf(common.key) }
    if (random.chance(0.2) && countVisits(writes, id) < MOST_VISITS) {
      const answer = random.pick(VISIT_ANSWERS)
      const answers = random.chance(0.5) ? [{ ...POINT, answer }] : []
      return { ...common, kind: 'visit', listingId: id, visitId: idOf(common.key), answers }
    }
    if (deciderId && statuses.get(id) === 'pending') {
      const personId = random.chance(0.7) ? deciderId : null
      if (random.chance(0.5)) return { ...common, kind: 'assignment', listingId: id, personId }
    }
    // Always a different status, so that each write has an effect.
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

const POINT = { id: 'photos', label: 'The photos show this property' }

function countVisits(writes: readonly MarketWrite[], listingId: string): number {
  return writes.filter((write) => write.kind === 'visit' && write.listingId === listingId).length
}

/** An id of a record for each key. */
function idOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, ID_CHARS)
}
const ID_CHARS = 24

/** A time for each key, so that no two attempts on a database have the same, whoever writes. */
function timeOf(key: string): string {
  return new Date(Number.parseInt(idOf(key).slice(0, TIME_CHARS), 16)).toISOString()
}
const TIME_CHARS = 10 // milliseconds until 2004, so that all are in the past

async function sendPatiently(write: MarketWrite, sender: Sender): Promise<Response> {
  for (;;) {
    const response = await sendWrite(write, sender)
    const retryAfterS = response.headers.get('Retry-After')
    if (!ANSWERED_LATER.has(response.status) || retryAfterS === null) return response
    await wait(Math.max(SHORTEST_WAIT_MS, Number(retryAfterS) * 1_000))
  }
}

/** Marks the write as acknowledged, unless the body of the answer is cut off. @throws if the write is refused */
async function acknowledge(write: MarketWrite, response: Response): Promise<void> {
  const text = await response.text().catch(() => null)
  if (text === null) return
  if (!response.ok) throw new Error(`${write.kind} was answered ${response.status}: ${text}`)
  write.isAcknowledged = true
  if (write.kind === 'registration') write.member.token = JSON.parse(text).token
}
