import type { Kysely } from 'kysely'
import { getListings } from '#server/listings/changes/listing-repository.ts'
import {
  countPendingUpTo,
  findDecidedAt,
  findPendingAt,
  listSharePositions,
  type ShareFloor,
} from '#server/listings/changes/listing-share-repository.ts'
import {
  isInNewestRange,
  type PositionRange,
} from '#server/platform/database/pages/newest-query.ts'
import type { RowPosition } from '#server/platform/database/pages/page-query.ts'
import { getRevision, toRevisionToken, toShareTag } from '#server/platform/database/revision.ts'
import {
  countWaitingListings,
  listListingTotals,
} from '#server/platform/database/rollup-repository.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { ListSource } from '#server/platform/http/calls/list-cache.ts'
import { countKinds, DEVICE_LISTINGS, type PartOf } from '#src/domain/listing/device-share.ts'
import { saleTabOf } from '#src/domain/listing/listing.ts'
import type { FieldSet } from '#src/domain/team/permission.ts'
import { findChanges } from './listing-delta-service.ts'
import { toWireListing } from './listing-wire.ts'

// The share of a device: all pending listings and the latest changes. It begins at a floor, which a process chooses and
// keeps: a listing that is written later is in the share, so nothing leaves it but a deleted listing. A cursor needs no
// floor, because every delta has all listings that were written.

const GROWTH = 1.1 // a share that has grown beyond this factor gets a new floor

/** The source of the share, like that of the whole list. */
export function makeShareSource(
  db: Kysely<Tables>,
  fields: FieldSet,
  most = DEVICE_LISTINGS,
): ListSource {
  const mostGrown = most * GROWTH
  let floor: ShareFloor | null = null
  let share: readonly RowPosition[] = []
  const listIn = (range: PositionRange) =>
    share.filter((position) => isInNewestRange(position, range))
  return {
    key: `listings of a device, ${fields}`,
    async readState() {
      const revision = await getRevision(db)
      const revisionToken = toRevisionToken(revision, fields)
      const meta = { cursor: revisionToken, partOf: await countMarket(db) }
      return { etag: toShareTag(revision, fields), meta, revisionToken }
    },
    async prepare() {
      if (floor && !(await hasSpace(db, floor, most))) {
        share = await listSharePositions(db, floor, mostGrown + 1)
        if (share.length <= mostGrown) return true
      }
      floor = await chooseFloor(db, most)
      share = await listSharePositions(db, floor, mostGrown + 1)
      return false
    },
    listPositions: async (range, most) => listIn(range).slice(0, most),
    async readRows(range) {
      const ids = listIn(range).map(({ id }) => id)
      return (await getListings(db, ids)).map((row) => toWireListing(row, fields))
    },
    readChanges: ({ revisionToken = '' }) => findChanges(db, revisionToken, fields),
  }
}

/** The number of listings by status and tab; null for as many as a device has wholly. */
export async function findMarket(db: Kysely<Tables>): Promise<PartOf | null> {
  const market = await countMarket(db)
  return countKinds(market) > DEVICE_LISTINGS ? market : null
}

async function countMarket(db: Kysely<Tables>): Promise<PartOf> {
  const market = new Map<string, PartOf[number]>()
  for (const { status, sale_type: saleType, listings } of await listListingTotals(db)) {
    const tab = saleTabOf({ saleType })
    const key = `${status} ${tab}`
    market.set(key, { status, tab, listings: listings + (market.get(key)?.listings ?? 0) })
  }
  return [...market.values()]
}

/** Whether pending listings that a share had no space for have space now: all of them, or half as many as it may have. */
async function hasSpace(
  db: Kysely<Tables>,
  { lastPending }: ShareFloor,
  most: number,
): Promise<boolean> {
  if (!lastPending) return false
  if ((await countWaitingListings(db)) <= most) return true
  return (await countPendingUpTo(db, lastPending)) < most / 2
}

async function chooseFloor(db: Kysely<Tables>, most: number): Promise<ShareFloor> {
  const { value: revision } = await getRevision(db)
  const pending = await countWaitingListings(db)
  const isAllPending = pending <= most
  return {
    revision,
    lastPending: isAllPending ? null : await findPendingAt(db, most),
    firstDecided: await findDecidedAt(db, most - pending),
  }
}
