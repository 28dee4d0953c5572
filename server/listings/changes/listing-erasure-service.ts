import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/schema.ts'
import { removeActor } from './listing-change-repository.ts'
import { touchListings } from './listing-touch-service.ts'
import { changeListing } from './listing-writer-service.ts'

/**
 * Deletes the listings and drafts of a person, and removes the person from the log of changes and from the listings that they
 * decided about. Returns the URLs of their videos and posters.
 */
export async function eraseListings(
  trx: Kysely<Tables>,
  ownerId: string,
  now: Date,
): Promise<(string | null)[]> {
  const listings = await trx
    .selectFrom('postings')
    .select(['id', 'video_url as videoUrl', 'poster_url as posterUrl'])
    .where('owner_id', '=', ownerId)
    .execute()
  for (const { id } of listings)
    await changeListing(trx, id, { kind: 'erased', by: null, now, record: null })
  await removeActor(trx, ownerId)
  await removeDecider(trx, ownerId)
  return listings.flatMap(({ videoUrl, posterUrl }) => [videoUrl, posterUrl])
}

/** In one revision, from which devices learn that nobody is named any more. */
async function removeDecider(trx: Kysely<Tables>, personId: string): Promise<void> {
  const decided = trx.selectFrom('listings').select('id').where('decided_by', '=', personId)
  if (!(await decided.limit(1).executeTakeFirst())) return
  await touchListings(trx, decided, { decided_by: null })
}
