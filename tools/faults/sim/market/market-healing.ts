import { visitOfFiles } from '#src/domain/visit/visit.ts'
import type { LeftPosting } from '#tools/faults/model/posting-act.ts'
import type { LeftChange } from '#tools/faults/model/run-record.ts'
import type { LeftPhoto } from '#tools/faults/model/visit-rules.ts'
import { inOutbox, inUploads, isOfLaterBuild } from '#tools/faults/sim/sim-leftovers.ts'
import { checkCopies, checkLaterRows, checkPages } from './market-last-look.ts'
import { act, changePerson, signIn } from './market-people.ts'
import type { SimMarket } from './sim-market.ts'
import type { SimSeat } from './sim-seat.ts'
import { ACCOUNTS, type AccountName, accountId, OPERATORS } from './sim-server.ts'

// The end of a schedule: all faults end, each person with unsent changes signs in, and the changes that are left in the
// outboxes are listed.

const DRAIN_MS = 90_000
const POSTING_LEASE_MS = 120_000 // without Web Locks, nobody sends a listing, or a visit with photos, earlier that a killed page was sending
const SIGN_IN_MS = 5_000 // time to see the sign-in page and to fill it in
const HOUR_MS = 60 * 60_000

/** Ends all faults and signs in each person with unsent changes. Returns the changes left in the outboxes. */
export async function healMarket(
  market: SimMarket,
  seats: readonly SimSeat[],
): Promise<LeftChange[]> {
  const { world, server, log, everyTab } = market
  const left: LeftChange[] = []
  for (const account of OPERATORS) await server.setOperator(account, true)
  for (const { device } of seats) {
    device.network.weather = 'fine'
    device.settleClock()
    device.storage.chooseFault = () => null
  }
  for (const seat of seats) checkPages(market, seat)
  for (const seat of seats) {
    await seat.openTab()
    await act(market, seat, (person) => person.goOnline())
    // Within this second, the last intents are saved or refused.
    await world.runUntil(world.nowMs + 1_000)
    await act(market, seat, (person) => person.insistOnOnline())
    await world.runUntil(world.nowMs + 1_000)
    const waiting = await listLeft(market, seat)
    const writers = await listWriters(market, seat)
    for (const account of ACCOUNTS) {
      const own = waiting.filter(({ actorId }) => actorId === accountId(account))
      const isWriting = writers.has(accountId(account))
      if (isWriting || own.some(({ state }) => state !== 'acked'))
        await settle(market, seat, account)
    }
  }
  await thawEverything(market)
  for (const seat of seats) left.push(...(await listLeft(market, seat)))
  for (const seat of seats) await checkLaterRows(market, seat)
  for (const seat of seats) await checkCopies(market, seat, left)
  for (const tab of everyTab) log.tellHeard(tab)
  for (const { device } of seats) log.tellLost(device)
  return left
}

/** Thaws every tab that is still frozen. */
async function thawEverything({ world, everyTab }: SimMarket): Promise<void> {
  const frozen = everyTab.filter((tab) => tab.isAlive() && tab.client.context.isFrozen)
  if (frozen.length === 0) return
  for (const tab of frozen) world.thaw(tab.client.context)
  await world.runUntil(world.nowMs + DRAIN_MS)
}

async function settle(market: SimMarket, seat: SimSeat, account: AccountName): Promise<void> {
  const { world } = market
  const isThere = () => seat.front()?.session.findUserId() === accountId(account)
  if (!isThere()) await changePerson(market, seat, account)
  let until = drainedBy(market, seat)
  while (world.nowMs < until) {
    await world.runUntil(world.nowMs + SIGN_IN_MS)
    if (isThere()) continue
    // A late 401 ended the session: the same person signs in again.
    await signIn(market, seat, account)
    until = drainedBy(market, seat)
  }
}

function drainedBy(
  { world, schedule, log, postingLog }: SimMarket,
  { device, index }: SimSeat,
): number {
  const floors = device.network.calls.map(({ floor }) => floor?.until ?? 0)
  const hasMovedClock = schedule.steps.some(
    (step) => step.kind === 'clock' && step.device === index,
  )
  const isForPages = postingLog.acts.length > 0 || log.visitPhotos.length > 0
  const leaseMs = isForPages ? POSTING_LEASE_MS : 0
  const most = DRAIN_MS + leaseMs + (hasMovedClock ? HOUR_MS : 0)
  return Math.max(world.nowMs, ...floors) + most
}

/** The changes in a device's outbox, of all users. */
async function listLeft({ log }: SimMarket, { device }: SimSeat): Promise<LeftChange[]> {
  const rows = await inOutbox(device, (stored) => stored.toArray())
  const changes = rows.filter((row) => !isOfLaterBuild(row))
  log.tellStuck(changes)
  return changes.map(({ key, userId, entityId, state, lastError }) => ({
    device: device.label,
    actorId: userId,
    key,
    record: entityId,
    state,
    status: lastError?.status ?? null,
    message: lastError?.message ?? null,
  }))
}

/** The people of whom a device has listings. */
async function listWriters({ postingLog }: SimMarket, { device }: SimSeat): Promise<Set<string>> {
  if (postingLog.acts.length === 0) return new Set()
  const rows = await inUploads(device, ({ listings }) => listings.toArray())
  return new Set(rows.map(({ userId }) => userId))
}

/** The listings and photos that are left on the devices. */
export async function listLeftPostings(seats: readonly SimSeat[]): Promise<LeftPosting[]> {
  const left: LeftPosting[] = []
  for (const { device } of seats) {
    const { label } = device
    const [rows, photos] = await inUploads(device, ({ listings, queued }) =>
      Promise.all([listings.toArray(), queued.toArray()]),
    )
    for (const { id, problem } of rows)
      left.push({ device: label, listingId: id, photo: null, problem: problem?.sentence ?? null })
    for (const { id, listingId, problem } of photos)
      if (visitOfFiles(listingId) === null)
        left.push({ device: label, listingId, photo: id, problem })
  }
  return left
}

/** The photos of visits that are left on the devices. */
export async function listLeftPhotos(seats: readonly SimSeat[]): Promise<LeftPhoto[]> {
  const left: LeftPhoto[] = []
  for (const { device } of seats) {
    const photos = await inUploads(device, ({ queued }) => queued.toArray())
    for (const { id, listingId } of photos) {
      const visit = visitOfFiles(listingId)
      if (visit) left.push({ device: device.label, visitId: visit.visitId, photoId: id })
    }
  }
  return left
}
