import type { ChangeRequest } from '#src/api/change-call.ts'
import { type EventChange, MAYBE_CREATED } from '#src/domain/change.ts'
import { wireFieldsOf } from '#src/domain/event/event-change.ts'
import {
  type AnswerVerdict,
  type Attempt,
  type AttemptCalls,
  DONE,
  OVERTAKEN,
} from '../answer-verdict.ts'
import type { Sender } from '../change-kind.ts'
import {
  type EventCreation,
  findCreated,
  isUnkeyedCreation,
  readEvents,
  resultOf,
} from './event-answers.ts'

// A server with idempotency keys detects repeats. On a bare backend, a create whose answer was lost is first looked up in
// the event list, and a duplicate is always reported.

export const EVENT_SENDING: Sender<EventChange> = {
  requestOf,
  isLong: isUnkeyedCreation,
  async attempt(change, calls) {
    if (!isUnkeyedCreation(change)) return calls.send()
    const earlier = change.tries > 1 ? await findEarlierAttempt(change, calls) : null
    if (earlier) return earlier
    if (!calls.isStillClaimed()) return OVERTAKEN
    const { verdict, status } = await calls.send()
    if (verdict.kind !== 'done') return { verdict, status }
    return { verdict: { ...verdict, isTwice: await isTwice(change, calls) }, status }
  },
}

function requestOf({ entityId, action }: EventChange): ChangeRequest {
  const path = `/events/${encodeURIComponent(entityId)}`
  if (action.kind === 'delete') return { method: 'DELETE', path, body: null, version: null }
  if (action.kind === 'update') return { method: 'PUT', path, body: action.patch, version: null }
  const body = wireFieldsOf(action.fields)
  return { method: 'POST', path: '/events/create', body, version: null }
}

/** Looks up an earlier try in the event list; null when the list lacks the event: the change may be sent again. */
async function findEarlierAttempt(
  creation: EventCreation,
  { readEventList, judgeNoAnswer }: AttemptCalls,
): Promise<Attempt | null> {
  const { status, json } = await readEventList()
  const list = status === 200 ? readEvents(json) : null
  if (!list) return { verdict: judgeNoAnswer(status), status }
  const [created] = findCreated(creation, list)
  if (!created) return null
  const isCertain = creation.action.twins !== null
  return { verdict: isCertain ? foundVerdict(resultOf(created)) : UNCERTAIN, status }
}

/**
 * Whether the event exists twice. A try that seemed lost may arrive after its replacement, and a browser whose
 * connection breaks before an answer repeats the request by itself, even a POST.
 */
async function isTwice(creation: EventCreation, { readEventList }: AttemptCalls): Promise<boolean> {
  const list = readEvents((await readEventList()).json)
  return list !== null && findCreated(creation, list).length > 1
}

function foundVerdict(event: ReturnType<typeof resultOf>): AnswerVerdict {
  return { ...DONE, version: event.version, event, isFound: true }
}

const UNCERTAIN: AnswerVerdict = {
  kind: 'parked',
  declined: false,
  message:
    'No answer came, and your list has an event that says the same. If it is this one, discard this change; if not, send it again.',
  code: MAYBE_CREATED,
  fields: {},
}
