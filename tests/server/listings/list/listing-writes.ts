import type { Kysely } from 'kysely'
import { findState } from '#server/listings/changes/listing-state-service.ts'
import { changeListing } from '#server/listings/changes/listing-writer-service.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { ListingStatus } from '#src/domain/listing/listing.ts'

/**
 * Sets the status of a listing, or deletes the listing, with a new revision as every change; nothing if it is gone. The
 * change is its owner's, the only account that is surely there.
 */
export function writeListing(
  db: Kysely<Tables>,
  id: string,
  change: ListingStatus | 'delete',
  at: string,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const state = await findState(trx, id)
    if (!state) return
    const by = { userId: state.posting.owner_id, deviceLabel: 'A test' }
    const order = { by, now: new Date(at) }
    if (change === 'delete')
      await changeListing(trx, id, { ...order, kind: 'deleted', record: null })
    else await changeListing(trx, id, { ...order, kind: 'decided', status: change })
  })
}
