import type { Change } from '#src/domain/change.ts'
import type { SessionStore } from '#src/session/session-store.ts'
import type { Attempt } from '../answer-verdict.ts'
import { attemptPosting, type PostingAttemptParts } from './posting-attempt.ts'

type FileSending = Pick<PostingAttemptParts, 'sendFiles' | 'dropFiles' | 'stopFiles'>

type Calls = Pick<PostingAttemptParts, 'save' | 'submit'>

export interface PostingSenderParts {
  session: Pick<SessionStore, 'findUserId'>
  listingsOf(userId: string): PostingAttemptParts['listings']
  files: FileSending
  calls: Calls
}

export type PostingSender = ReturnType<typeof createPostingSender>

/** Returns a function that sends one listing of the signed-in person. After a sign-out, every call counts as unanswered. */
export function createPostingSender({ session, listingsOf, files, calls }: PostingSenderParts) {
  return (
    { userId, entityId }: Pick<Change, 'userId' | 'entityId'>,
    claim: AbortSignal,
  ): Promise<Attempt> => {
    const isSignedIn = () => session.findUserId() === userId
    const asOwner =
      <Input extends unknown[], Output>(call: (...input: Input) => Promise<Output>) =>
      async (...input: Input): Promise<Output | { kind: 'no-answer' }> =>
        isSignedIn() ? call(...input) : { kind: 'no-answer' }
    const parts = {
      ...files,
      listings: listingsOf(userId),
      save: asOwner(calls.save),
      submit: asOwner(calls.submit),
      sendFiles: asOwner(files.sendFiles),
    }
    return attemptPosting(parts, entityId, claim)
  }
}
