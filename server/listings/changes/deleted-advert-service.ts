import type { Kysely } from 'kysely'
import { keepListing } from '#server/listings/deleted/deleted-listing-service.ts'
import {
  type AdvertColumns,
  type KnownAdvert,
  toAdvertFacts,
  toComparedMedia,
} from '#server/listings/likeness/advert-facts.ts'
import { listApartIds } from '#server/listings/likeness/apart-repository.ts'
import { listMedia } from '#server/listings/media/listing-media-service.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { AppliedChange } from './listing-change.ts'
import type { ListingState } from './listing-state-service.ts'
import { readContent, toPublished } from './published-form-service.ts'

/**
 * Keeps what recognises a deleted listing, unless it was never posted, or is erased with its owner. Runs before the rows of
 * its photos and videos are deleted.
 */
export async function keepDeleted(
  trx: Kysely<Tables>,
  { id, change: { kind, now }, before, after }: AppliedChange,
): Promise<void> {
  const postedAt = before?.posting.posted_at ?? null
  if (after || !before || postedAt === null || kind === 'erased') return
  const advert = await readAdvert(trx, before)
  if (advert) await keepListing(trx, advert, { postedAt, apart: await listApartIds(trx, id), now })
}

async function readAdvert(trx: Kysely<Tables>, state: ListingState): Promise<KnownAdvert | null> {
  const { id, owner_id, submitted, place_key } = state.posting
  const columns = columnsOf(state)
  if (!columns) return null
  const { phone_number: ownerPhone } = await trx
    .selectFrom('users')
    .select('phone_number')
    .where('id', '=', owner_id)
    .executeTakeFirstOrThrow()
  const row: AdvertColumns = { ...columns, id, owner_id, ownerPhone, place_key }
  const media = (await listMedia(trx, id)).filter(({ unused_since: since }) => since === null)
  const facts = toAdvertFacts(row, readContent(submitted ?? '{}'))
  return { ...facts, row, media, ...toComparedMedia(media) }
}

/** What the operator's list showed; null for a withdrawn listing whose content was written before this app, with words of its own. */
function columnsOf({ posting, listing }: ListingState) {
  if (listing) return listing
  const content = readContent(posting.submitted ?? '{}')
  const { deal, kind, city, pincode } = content
  if (!deal || !kind || city === null || pincode === null) return null
  return toPublished(content, [], posting)
}
