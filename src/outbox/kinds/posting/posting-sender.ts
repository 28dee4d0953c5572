import type { Change } from '#src/domain/change.ts'
import { getWifiGate } from '#src/files/use-wifi-gate.ts'
import type { SessionStore } from '#src/session/session-store.ts'
import type { Attempt } from '../answer-verdict.ts'
import { createFileSending } from './files/file-sending.ts'
import { openPageQueue } from './files/page-queue.ts'
import { findOwner } from './files/page-uploads.ts'
import { createSendGate } from './files/send-gate.ts'
import { openListings } from './page-listings.ts'
import { attemptPosting } from './posting-attempt.ts'
import { saveListing, submitListing } from './sender-calls.ts'

const filesOf = new WeakMap<SessionStore, ReturnType<typeof createFileSending>>()

/** The files of all listings that this page sends. */
function findFiles(session: SessionStore) {
  const gate = createSendGate(getWifiGate())
  const files = filesOf.get(session) ?? createFileSending((id) => openPageQueue(session, id), gate)
  filesOf.set(session, files)
  return files
}

/** Sends one listing of the signed-in person from this page. After a sign-out, every call counts as unanswered. */
export function sendPosting(
  session: SessionStore,
  { userId, entityId }: Pick<Change, 'userId' | 'entityId'>,
  claim: AbortSignal,
): Promise<Attempt> {
  const isSignedIn = () => session.find() !== null && findOwner(session) === userId
  const asOwner =
    <Input extends unknown[], Output>(call: (...input: Input) => Promise<Output>) =>
    async (...input: Input): Promise<Output | { kind: 'no-answer' }> =>
      isSignedIn() ? call(...input) : { kind: 'no-answer' }
  const files = findFiles(session)
  const parts = {
    ...files,
    listings: openListings(userId),
    save: asOwner(saveListing),
    submit: asOwner(submitListing),
    sendFiles: asOwner(files.sendFiles),
  }
  return attemptPosting(parts, entityId, claim)
}
