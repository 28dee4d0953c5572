import type { Kysely } from 'kysely'
import { bumpRevision } from '#server/database/revision.ts'
import type { Tables } from '#server/database/schema.ts'
import { noteEvent } from '#server/webhooks/webhook-event-service.ts'
import { removeListing } from './listing-repository.ts'

/** Deletes the listings of a person. Returns the URLs of their videos and posters. */
export async function eraseListings(
  trx: Kysely<Tables>,
  ownerId: string,
  removedAt: string,
): Promise<(string | null)[]> {
  const listings = await trx
    .selectFrom('listings')
    .select(['id', 'video_url as videoUrl', 'poster_url as posterUrl'])
    .where('owner_id', '=', ownerId)
    .execute()
  for (const { id } of listings) {
    await removeListing(trx, id, { revision: await bumpRevision(trx), removedAt })
    await noteEvent(trx, 'listing.deleted', {
      listingId: id,
      status: null,
      now: new Date(removedAt),
    })
  }
  return listings.flatMap(({ videoUrl, posterUrl }) => [videoUrl, posterUrl])
}
