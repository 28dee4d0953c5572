import { ApiError } from '#src/api/api-error.ts'
import { isPassing } from '#src/api/passing-answer.ts'
import { actOnPosting, findNewerPosting, savePosting } from '#src/api/posting/posting-api.ts'
import { isProxySizeRefusal } from '#src/api/proxy-refusal.ts'
import { toTyped } from '#src/domain/posting/typed-posting.ts'
import type { ListingProblem } from '#src/storage/uploads-database.ts'
import { answerWithin, TRY_MS } from './files/answer-limit.ts'
import type { Answer, PostingAttemptParts } from './posting-attempt.ts'

// The calls that send a listing, and the interpretation of their answers.

export const saveListing: PostingAttemptParts['save'] = ({ id, version }, draft) =>
  answerOf(async () => (await savePosting(id, draft, version)).version)

export const submitListing: PostingAttemptParts['submit'] = ({ id, version }, key) =>
  answerOf(() => actOnPosting(id, 'submit', key, version))

/** @throws an error that is not an ApiError */
async function answerOf<Value>(call: () => Promise<Value>): Promise<Answer<Value>> {
  try {
    const answer = call().then((value) => ({ kind: 'done', value }) as const)
    return await answerWithin(TRY_MS, answer)
  } catch (error) {
    return describe(error)
  }
}

function describe(error: unknown): Answer<never> {
  if (!(error instanceof ApiError)) throw error
  const { retryAfterMs, status, code } = error
  if (isRefusal(error)) return { kind: 'refused', problem: problemOf(error), status, code }
  return {
    kind: 'no-answer',
    ...(status !== null && { status }),
    ...(retryAfterMs !== null && { retryAfterMs }),
  }
}

/** Whether the server itself refuses: its refusals have a code, unlike those of a portal or gateway on the way. */
function isRefusal(error: ApiError): boolean {
  if (error.code === null) return isProxySizeRefusal(error)
  const isStillRunning = error.status === 409 && error.retryAfterMs !== null // the request before, whose answer was lost
  return !isStillRunning && !isPassing(error)
}

function problemOf(error: ApiError): ListingProblem {
  const { serverMessage, fields } = error
  const sentence = serverMessage ?? 'The server refused this listing.'
  const newer = findNewerPosting(error)
  if (!newer) return { sentence, fields }
  const { draft, version } = newer
  return { sentence, fields, newer: { typed: toTyped(draft), media: draft.media, version } }
}
