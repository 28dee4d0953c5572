import type { Kysely } from 'kysely'
import { bumpRevision } from '#server/database/revision.ts'
import type { Tables } from '#server/database/schema.ts'
import { removeListing, setListingStatus } from '#server/listings/listing-repository.ts'
import type { ListingStatus } from '#src/domain/listing/listing.ts'

/** Sets the status of a listing, or deletes the listing, with a new revision as every change. */
export function writeListing(
  db: Kysely<Tables>,
  id: string,
  change: ListingStatus | 'delete',
  at: string,
): Promise<unknown> {
  return db.transaction().execute(async (trx) => {
    const revision = await bumpRevision(trx)
    if (change === 'delete') return removeListing(trx, id, { revision, removedAt: at })
    return setListingStatus(trx, id, { status: change, revision, updatedAt: at })
  })
}
