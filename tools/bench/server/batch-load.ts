import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { openDataUnlocked } from '#server/platform/database/open-data.ts'
import { BATCH_CALL_SIZE, MAX_BATCH } from '#src/domain/listing/change-batch.ts'
import { percentile } from '#tools/bench/figures.ts'
import type { CheckoutServer } from './checkout-server.ts'

// A batch of the greatest size, sent as a device sends it, while other people read.

const LIST = '/api/admin/properties'
const READERS = 5
const READ_EVERY_MS = 50 // each reader: together they ask more often than fifty people with an open panel

/**
 * Rejects 10,000 listings with one reason, and takes it back, by `callers` calls at a time. `run` makes keys of its own.
 * @throws unless every change was made
 */
export async function measureBatch(
  server: CheckoutServer,
  { run, callers }: { run: number; callers: number },
) {
  if (run === 0) await giveToOwners(server)
  const reading = readMeanwhile(server)
  try {
    const rejected = await sendBatch(server, { id: idOf(run, callers, 0), to: 'rejected', callers })
    const undone = await sendBatch(server, { id: idOf(run, callers, 1), to: 'pending', callers })
    const times = await reading.end()
    return {
      rejectedSeconds: rejected.tookMs / 1_000,
      undoneSeconds: undone.tookMs / 1_000,
      longestCallMs: Math.max(rejected.longestCallMs, undone.longestCallMs),
      reads: times.length,
      p50Ms: percentile(times, 0.5),
      p99Ms: percentile(times, 0.99),
    }
  } finally {
    await reading.end()
  }
}

/** Listings of the bench are from before the app, and nobody is told about their decisions: here, their owners are. */
async function giveToOwners({ place }: CheckoutServer): Promise<void> {
  const { db, close } = await openDataUnlocked(place)
  await db.updateTable('postings').set({ is_from_before: 0 }).execute()
  await close()
}

function idOf(run: number, callers: number, turn: number): string {
  return Buffer.from(`bench${run}${callers}${turn}`).toString('hex').padEnd(32, '0')
}

interface SentBatch {
  id: string
  to: 'rejected' | 'pending'
  callers: number
}

async function sendBatch({ url, token, ids }: CheckoutServer, { id, to, callers }: SentBatch) {
  const chosen = ids.slice(0, MAX_BATCH)
  const agent = new Agent({ keepAlive: true, maxSockets: callers })
  let [next, longestCallMs] = [0, 0]
  const startedAt = performance.now()
  const lanes = Array.from({ length: callers }, async () => {
    while (next < chosen.length) {
      const start = next
      next += BATCH_CALL_SIZE
      const changes = chosen
        .slice(start, next)
        .map((listing, index) => ({ place: start + index, id: listing, to }))
      const askedAt = performance.now()
      const body = {
        batch: { id, count: chosen.length },
        ...(to === 'rejected' && {
          reason: { code: 'photos', note: 'The same building twice.', changesNeeded: false },
        }),
        changes,
      }
      await requireAllMade(await call(agent, `${url}${LIST}/changes`, token, body))
      longestCallMs = Math.max(longestCallMs, performance.now() - askedAt)
    }
  })
  await Promise.all(lanes)
  agent.destroy()
  return { tookMs: performance.now() - startedAt, longestCallMs }
}

function requireAllMade({ status, text }: Answer): void {
  const answers: { data?: { status: number }[] } = JSON.parse(text)
  const isMade = answers.data?.every((one) => one.status === 200)
  if (status !== 200 || !isMade) throw new Error(`a call of the batch was answered ${text}`)
}

/** Other people read a page of the list, one listing and what changed, until the end. */
function readMeanwhile({ url, token, ids }: CheckoutServer) {
  const agent = new Agent({ keepAlive: true, maxSockets: READERS })
  const times: number[] = []
  let isOver = false
  const readers = Array.from({ length: READERS }, async (_, reader) => {
    for (let turn = reader; !isOver; turn += 1) {
      const paths = [
        `${LIST}?limit=50`,
        `/api/admin/properties/${ids[(turn * 7_919) % ids.length]}/posting`,
        '/api/admin/dashboard-stats',
      ]
      const askedAt = performance.now()
      const { status } = await call(agent, `${url}${paths[turn % paths.length]}`, token)
      if (status !== 200) throw new Error(`a read was answered ${status}`)
      times.push(performance.now() - askedAt)
      await wait(READ_EVERY_MS)
    }
  })
  const whenAllEnded = Promise.all(readers)
  return {
    /** The time of each read, in milliseconds. */
    async end(): Promise<number[]> {
      isOver = true
      await whenAllEnded
      agent.destroy()
      return times
    },
  }
}

interface Answer {
  status: number
  text: string
}

/** Sends a call and reads its whole answer; with a body, a POST. */
function call(agent: Agent, url: string, token: string, body?: unknown): Promise<Answer> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const method = body === undefined ? 'GET' : 'POST'
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part)).on('error', reject)
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
      )
    })
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
