import {
  endBatch,
  openClaim,
  reservedUntil,
  takeClaim,
} from '#server/listings/claims/claim-repository.ts'
import { isStillOf } from '#server/listings/claims/live-claims.ts'
import { openPostgres, SERVING } from '#server/platform/database/connection/open-postgres.ts'
import { createRandom } from '#tools/faults/sim/seeded-random.ts'
import type { RaceEvent, RacerOrders } from './claim-race.ts'

// One process of the race. Its orders are the last argument, as JSON; it prints what it was granted, as JSON. The
// statements run without a transaction, so that nothing but each statement itself keeps two people apart.

const LEASE_MS = 15 // most tries meet a claim that is just ending
const AT_ONCE = 6 // statements in flight, on as many connections
const TAKE_OVERS = 0.1 // of the refused tries
const BATCHES = 0.1 // of the grants are then reserved for the road
const RESERVED_MS = 40 // longer than a claim
const GIVEN_BACK = 0.5 // of the batches, at once
const HOT_LISTINGS = 4 // which all processes want in the same tenth of a second
const HOT_MS = 100

const orders = JSON.parse(process.argv.at(-1) ?? '') as RacerOrders // written by claim-race.ts
const { place, seed, people, listings, acquisitions } = orders
const db = openPostgres(place, SERVING)
const random = createRandom(seed)
const events: RaceEvent[] = []
let left = acquisitions

async function run(): Promise<void> {
  while (left > 0) {
    left -= 1
    await tryOnce()
  }
}

async function tryOnce(): Promise<void> {
  const { id: personId, device: deviceId } = random.pick(people)
  const hot = Math.floor(Date.now() / HOT_MS) + random.int(HOT_LISTINGS)
  const listingId = listings[hot % listings.length] ?? ''
  const whose = { listingId, personId, deviceId }
  const wanted = { ...whose, ...leaseFromNow() }
  const opened = await openClaim(db, { ...wanted, hasUnsavedText: false })
  if (opened) {
    note(wanted, { ...opened, isTaken: false })
    if (random.chance(BATCHES)) await reserve(wanted, opened)
  } else if (random.chance(TAKE_OVERS)) await take({ ...whose, ...leaseFromNow() })
}

type Wanted = Omit<Parameters<typeof takeClaim>[1], 'fence'>

/** As for a batch. A claim that is over or taken by then is not reserved. */
async function reserve(wanted: Wanted, opened: { fence: number; since: string }): Promise<void> {
  const at = Date.now()
  const expiresAt = new Date(at + RESERVED_MS).toISOString()
  const batchId = `batch-${seed}-${left}-${opened.fence}`
  const { numUpdatedRows } = await db
    .updateTable('claims')
    .set(reservedUntil(batchId, expiresAt))
    .where('listing_id', '=', wanted.listingId)
    .where('fence', '=', opened.fence)
    .where(isStillOf(wanted.personId, new Date(at).toISOString()))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  note({ ...wanted, expiresAt }, { ...opened, isTaken: false })
  if (!random.chance(GIVEN_BACK)) return
  const now = new Date().toISOString()
  await endBatch(db, { batchId, personId: wanted.personId, now })
  note({ ...wanted, expiresAt: now }, { ...opened, isTaken: false, isGivenBack: true })
}

/** As a person does who has seen whose claim it is. */
async function take(wanted: Wanted): Promise<void> {
  const { fence } = await db
    .selectFrom('claims')
    .select('fence')
    .where('listing_id', '=', wanted.listingId)
    .executeTakeFirstOrThrow()
  if (await takeClaim(db, { ...wanted, fence }))
    note(wanted, { fence: fence + 1, since: wanted.now, isTaken: true })
}

function note(
  { listingId, personId, expiresAt }: Wanted,
  {
    fence,
    since,
    isTaken,
    isGivenBack = false,
  }: { fence: number; since: string; isTaken: boolean; isGivenBack?: boolean },
): void {
  const times = { since: Date.parse(since), until: Date.parse(expiresAt) }
  events.push({ listingId, personId, fence, isTaken, isGivenBack, ...times })
}

function leaseFromNow() {
  const at = Date.now()
  const [now, expiresAt] = [new Date(at), new Date(at + LEASE_MS)]
  return { now: now.toISOString(), expiresAt: expiresAt.toISOString() }
}

await Promise.all(Array.from({ length: AT_ONCE }, run))
await db.destroy()
process.stdout.write(JSON.stringify(events))
