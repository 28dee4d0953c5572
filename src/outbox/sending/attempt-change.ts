import type { ChangeAnswer } from '#src/api/send-change.ts'
import { type Change, MAYBE_MADE } from '#src/domain/change.ts'
import { DONE, judge, judgeSilence, type Verdict } from './answer-rules.ts'
import { findMade, isUnkeyedMaking, type Making, readEvents, resultOf } from './event-answers.ts'

// One try of a change. A server with keys recognises a repeat by itself; on a bare backend an event whose answer was
// lost is looked for in the list before it is made once more, and never doubled in silence.

export interface AttemptParts {
  send(change: Change, token: string): Promise<ChangeAnswer>
  readEventList(token: string): Promise<{ status: number | null; json: unknown }>
}

export interface Attempt {
  verdict: Verdict
  /** HTTP status of the answer that was judged; null when none came. */
  status: number | null
}

/** `isStillClaimed` is asked at the last moment before the change goes out. */
export async function attemptChange(
  parts: AttemptParts,
  change: Change,
  token: string,
  isStillClaimed: () => boolean,
): Promise<Attempt> {
  if (!isStillClaimed()) return OVERTAKEN
  if (!isUnkeyedMaking(change)) return trySending(parts, change, token)
  const earlier = change.tries > 1 ? await lookFor(parts, change, token) : null
  if (earlier) return earlier
  if (!isStillClaimed()) return OVERTAKEN
  const { verdict, status } = await trySending(parts, change, token)
  if (verdict.kind !== 'done') return { verdict, status }
  return { verdict: { ...verdict, isTwice: await isTwice(parts, change, token) }, status }
}

/** Nothing was sent. */
const OVERTAKEN: Attempt = { verdict: judgeSilence(null), status: null }

async function trySending({ send }: AttemptParts, change: Change, token: string): Promise<Attempt> {
  const answer = await send(change, token)
  return { verdict: judge(change, answer), status: answer.status }
}

/** What the list says about an earlier try; null when it is not there, and may be sent again. */
async function lookFor(
  { readEventList }: AttemptParts,
  making: Making,
  token: string,
): Promise<Attempt | null> {
  const { status, json } = await readEventList(token)
  const list = status === 200 ? readEvents(json) : null
  if (!list) return { verdict: judgeSilence(status), status }
  const [made] = findMade(making, list)
  if (!made) return null
  const isCertain = making.action.twins !== null
  return { verdict: isCertain ? foundVerdict(resultOf(made)) : UNCERTAIN, status }
}

/**
 * A try that was thought lost may have arrived after all, behind the one that replaced it; and a browser whose connection
 * breaks before an answer sends a request once more by itself, a POST too.
 */
async function isTwice(
  { readEventList }: AttemptParts,
  making: Making,
  token: string,
): Promise<boolean> {
  const list = readEvents((await readEventList(token)).json)
  return list !== null && findMade(making, list).length > 1
}

function foundVerdict(event: ReturnType<typeof resultOf>): Verdict {
  return { ...DONE, version: event.version, event, isFound: true }
}

const UNCERTAIN: Verdict = {
  kind: 'parked',
  declined: false,
  message:
    'No answer came, and your list has an event that says the same. If it is this one, discard this change; if not, send it again.',
  code: MAYBE_MADE,
  fields: {},
}
