import type { Change } from '#src/domain/change.ts'
import type { SessionStore } from '#src/session/session-store.ts'
import type { Attempt } from '../answer-verdict.ts'
import { createPageQueue } from './files/page-queue.ts'
import { findOwner, openUploads } from './files/page-uploads.ts'
import { dropFile } from './files/upload-files.ts'
import { findListingLocks, openListings } from './page-listings.ts'
import { attemptPosting } from './posting-attempt.ts'
import { saveListing, sendAllFiles, submitListing } from './sender-calls.ts'

let lastTurn: Promise<unknown> = Promise.resolve()

/** Sends one listing of the signed-in person from this page, after those before it. */
export function sendPosting(
  session: SessionStore,
  change: Pick<Change, 'userId' | 'entityId'>,
  claim: AbortSignal,
): Promise<Attempt> {
  const turn = lastTurn.then(() => sendNow(session, change, claim))
  lastTurn = turn.catch(() => undefined) // the caller gets the error
  return turn
}

/** After a sign-out, every call counts as unanswered. */
function sendNow(
  session: SessionStore,
  { userId, entityId }: Pick<Change, 'userId' | 'entityId'>,
  claim: AbortSignal,
): Promise<Attempt> {
  const isSignedIn = () => session.find() !== null && findOwner(session) === userId
  const asOwner =
    <Input extends unknown[], Output>(call: (...input: Input) => Promise<Output>) =>
    async (...input: Input): Promise<Output | { kind: 'no-answer' }> =>
      isSignedIn() ? call(...input) : { kind: 'no-answer' }
  const parts = {
    listings: openListings(userId),
    locks: findListingLocks(),
    save: asOwner(saveListing),
    submit: asOwner(submitListing),
    sendFiles: asOwner((id: string, signal: AbortSignal) =>
      sendAllFiles(createPageQueue(session, id), signal),
    ),
    async dropFiles(fileIds: readonly string[]) {
      for (const id of fileIds) await dropFile(openUploads(), id)
    },
  }
  return attemptPosting(parts, entityId, claim)
}
