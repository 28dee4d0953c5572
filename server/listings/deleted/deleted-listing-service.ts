// What is kept of deleted listings, so that a reviewer reads of a property that was posted before. It is compared by the rule
// that finds the adverts of one property.

import type { Kysely } from 'kysely'
import type { KnownAdvert } from '#server/listings/likeness/advert-facts.ts'
import {
  findLikeness,
  isContradiction,
  type Likeness,
} from '#server/listings/likeness/same-property.ts'
import type { DeletedListingRow } from '#server/platform/database/rows/deleted-listing-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { DELETED_LISTING_DAYS } from '#src/domain/retention.ts'
import { insertKept, listKeptCandidates, removeKeptUntil } from './deleted-listing-repository.ts'
import { addKeptMedia, asKept, keysOf, toKeptColumns, toKeptFacts } from './kept-advert.ts'

const DAY_MS = 86_400_000

/** A deleted listing of the same property. */
export interface DeletedAdvert {
  row: DeletedListingRow
  likeness: Likeness
}

/** The deleted listings of the property of this advert, last deleted first, without those that are not of it (`apart`). */
export async function listDeletedLike(
  db: Kysely<Tables>,
  advert: KnownAdvert,
  apart: ReadonlySet<string>,
): Promise<DeletedAdvert[]> {
  const own = asKept(advert)
  return (await listKeptCandidates(db, advert, own.placeKey)).flatMap((row) => {
    const facts = toKeptFacts(row)
    if (apart.has(row.id) || isContradiction(own, facts)) return []
    const likeness = findLikeness(own, addKeptMedia(facts, row))
    return likeness ? [{ row, likeness }] : []
  })
}

/** Whether something is kept of a listing that was deleted. */
export async function isKept(db: Kysely<Tables>, id: string): Promise<boolean> {
  const rows = db.selectFrom('deleted_listings').select('id').where('id', '=', id)
  return (await rows.executeTakeFirst()) !== undefined
}

/** Keeps what recognises a listing that is being deleted. One that had been posted again was first seen as the oldest. */
export async function keepListing(
  trx: Kysely<Tables>,
  advert: KnownAdvert,
  { postedAt, apart, now }: { postedAt: string; apart: ReadonlySet<string>; now: Date },
): Promise<void> {
  const earlier = await listDeletedLike(trx, advert, apart)
  const [firstSeenAt = postedAt] = [postedAt, ...earlier.map(({ row }) => row.first_seen_at)].sort()
  const times = { first_seen_at: firstSeenAt, deleted_at: now.toISOString() }
  await insertKept(trx, { ...toKeptColumns(advert), ...times }, keysOf(advert))
}

/** Forgets the listings that were deleted DELETED_LISTING_DAYS ago. */
export async function forgetDeletedListings(db: Kysely<Tables>, now: Date): Promise<void> {
  const until = new Date(now.getTime() - DELETED_LISTING_DAYS * DAY_MS)
  await removeKeptUntil(db, until.toISOString())
}
