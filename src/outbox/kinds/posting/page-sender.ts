import type { Change } from '#src/domain/change.ts'
import { getWifiGate } from '#src/files/use-wifi-gate.ts'
import type { SessionStore } from '#src/session/session-store.ts'
import type { Attempt } from '../answer-verdict.ts'
import { createFileSending } from './files/file-sending.ts'
import { openListingQueue } from './files/listing-queue.ts'
import { createSendGate } from './files/send-gate.ts'
import { openListings } from './page-listings.ts'
import { createPostingSender } from './posting-sender.ts'
import { saveListing, submitListing } from './sender-calls.ts'

type PostingSender = ReturnType<typeof createPostingSender>

const senders = new WeakMap<SessionStore, PostingSender>()

/** Sends one listing of the signed-in person from this page, with the files that its screen shows. */
export function sendPosting(
  session: SessionStore,
  change: Pick<Change, 'userId' | 'entityId'>,
  claim: AbortSignal,
): Promise<Attempt> {
  const sender = senders.get(session) ?? createPageSender(session)
  senders.set(session, sender)
  return sender(change, claim)
}

function createPageSender(session: SessionStore): PostingSender {
  const files = createFileSending(
    (id) => openListingQueue(session, id),
    createSendGate(getWifiGate()),
  )
  const calls = { save: saveListing, submit: submitListing }
  return createPostingSender({ session, listingsOf: openListings, files, calls })
}
