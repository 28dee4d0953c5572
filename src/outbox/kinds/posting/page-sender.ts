import type { Change } from '#src/domain/change.ts'
import type { Attempt } from '../answer-verdict.ts'
import { createFileSending } from './files/file-sending.ts'
import { openListingQueue } from './files/listing-queue.ts'
import type { PageUploads } from './page-uploads.ts'
import { createPostingSender } from './posting-sender.ts'
import { saveListing, submitListing } from './sender-calls.ts'

/** Sends one listing of the signed-in person from this page, with the files that its screen shows. */
export function sendPosting(
  uploads: PageUploads,
  change: Pick<Change, 'userId' | 'entityId'>,
  claim: AbortSignal,
): Promise<Attempt> {
  const { session, gate, listingsOf, senders } = uploads
  senders.posting ??= createPostingSender({
    session,
    listingsOf,
    files: createFileSending((id) => openListingQueue(uploads, id), gate),
    calls: { save: saveListing, submit: submitListing },
  })
  return senders.posting(change, claim)
}
