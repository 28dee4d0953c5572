import type { SessionStore } from '#src/session/session-store.ts'
import { createPageQueue } from './files/page-queue.ts'
import { findOwner, openUploads, suspension } from './files/page-uploads.ts'
import { dropFile } from './files/upload-files.ts'
import { runAlone } from './files/upload-tries.ts'
import { createListingLocks, type ListingLocks } from './listing-locks.ts'
import {
  createListingSender,
  type ListingSender,
  type ListingSenderParts,
} from './listing-sender.ts'
import { waitToRetry } from './retry-wait.ts'
import { saveListing, sendAllFiles, submitListing } from './sender-calls.ts'
import { createUnsentListings, type UnsentListings } from './unsent-listings.ts'

// The unsent listings of this page, one set per person. A listing that the device has no room for is lost when the page
// closes.

/** One lock for all listings: only one tab sends at a time. */
const LOCK = 'listings'

const listingsOf = new Map<string, UnsentListings>()
let locks: ListingLocks | undefined

export function findListingLocks(): ListingLocks {
  locks ??= createListingLocks(navigator.locks)
  return locks
}

export function openListings(userId: string): UnsentListings {
  const known = listingsOf.get(userId)
  if (known) return known
  const makeMark = () => crypto.randomUUID()
  const now = () => Date.now()
  const { observe, ...calls } = createUnsentListings({ db: openUploads(), userId, makeMark, now })
  const made = { observe, ...suspension.protect(calls) }
  listingsOf.set(userId, made)
  return made
}

export type SendingListeners = Pick<ListingSenderParts, 'onSending' | 'onSent'>

/** Sends the listings of the person who is signed in now. After a sign-out, the sender's calls return 'no-answer'. */
export function createPageSender(
  session: SessionStore,
  listeners: SendingListeners,
): ListingSender {
  const userId = findOwner(session)
  const isSignedIn = () => session.find() !== null && findOwner(session) === userId
  const asOwner =
    <Input extends unknown[], Output>(call: (...input: Input) => Promise<Output>) =>
    async (...input: Input): Promise<Output | { kind: 'no-answer' }> =>
      isSignedIn() ? call(...input) : { kind: 'no-answer' }
  return createListingSender({
    listings: openListings(userId),
    locks: findListingLocks(),
    save: asOwner(saveListing),
    submit: asOwner(submitListing),
    sendFiles: asOwner((id: string, signal: AbortSignal) =>
      sendAllFiles(createPageQueue(session, id), signal),
    ),
    async dropFiles(fileIds) {
      for (const id of fileIds) await dropFile(openUploads(), id)
    },
    ...listeners,
    runAlone: (work) => runAlone(LOCK, work),
    waitToRetry,
  })
}
