import * as v from 'valibot'
import type { ChangeAnswer } from '#src/api/change-call.ts'
import { isTemporary } from '#src/api/passing-answer.ts'
import type { Change } from '#src/domain/change.ts'
import { ERROR_CODE, ErrorAnswerSchema } from '#src/domain/wire.ts'
import {
  type AnswerVerdict,
  codeOf,
  DONE,
  defaultMessage,
  later,
  noAnswer,
  sentenceOf,
} from '#src/outbox/kinds/answer-verdict.ts'
import { kindOf } from '#src/outbox/kinds/kinds.ts'

// Interprets the answer to a change by its status and the API contract, never by message text. "A server with keys"
// honours Idempotency-Key; a bare backend does not. What a confirmation or a conflict says, its kind knows.

export function judge(change: Change, answer: ChangeAnswer): AnswerVerdict {
  const { status, body, retryAfterMs } = answer
  const said = sentenceOf(body)
  if (status === null) return noAnswer()
  // A captive portal's page: the API ends a session in the contract's format.
  if (status === 401 && change.isKeyed && !isContract(body)) return turnedAway()
  if (status === 401) return { kind: 'signed-out', body }
  if (isTemporary(status) || status === 429) return later(said, status, retryAfterMs)
  if (status === 409 && retryAfterMs !== null) return later(said, status, retryAfterMs)
  if (status < 300) return confirmationOf(change, answer)
  // A captive portal, a proxy's page or a redirect: not an answer of the API.
  if (status < 400 || (status === 404 && !isOwnMissing(change, body))) return noAnswer()
  if (status === 404 && change.action.kind === 'delete') return { ...DONE, already: change.isKeyed }
  const conflict = status === 412 ? kindOf(change).reading.readConflict?.(change, answer) : null
  if (conflict) return conflict
  // The kind has read no conflict from this 412. A server with keys sends one only to a change with a version, so
  // something on the way has sent this one.
  if (status === 412 && change.isKeyed) return noAnswer()
  if (!isOwnRefusal(change, answer)) return turnedAway()
  const message = said ?? defaultMessage(status, change.entity)
  return { kind: 'parked', declined: false, message, code: codeOf(body), fields: fieldsOf(body) }
}

/** Judges an auxiliary request, such as the event list, that returned no usable answer. */
export function judgeNoAnswer(status: number | null): AnswerVerdict {
  if (status === 401) return { kind: 'signed-out', body: null }
  if (status === null || status < 400) return noAnswer()
  return later(null, status, null)
}

function confirmationOf(change: Change, answer: ChangeAnswer): AnswerVerdict {
  const { body } = answer
  const { isRecord, hasRecord, readSuccess } = kindOf(change).reading
  if (body?.['success'] === false && !isRecord?.(body))
    return isOwnRefusal(change, answer) ? declined(sentenceOf(body), body) : turnedAway()
  // A server with keys repeats the key. Without it, only the record itself proves whose answer this is.
  const isOwn = isEchoed(change, answer) || (body !== null && hasRecord(body))
  return change.isKeyed && !isOwn ? noAnswer() : readSuccess(change, answer)
}

function turnedAway(): AnswerVerdict {
  return noAnswer('Something between this device and the server refused it.')
}

function declined(said: string | null, body: Record<string, unknown> | null): AnswerVerdict {
  const message = said ?? 'The server did not make the change.'
  return { kind: 'parked', declined: true, message, code: codeOf(body), fields: fieldsOf(body) }
}

function isEchoed({ key }: Change, { echoedKey }: ChangeAnswer): boolean {
  return echoedKey === key
}

/**
 * Whether the server refused, and not an intermediary. Refusals of a server with keys have a code, or repeat the key; a
 * bare backend has neither, so anything counts.
 */
function isOwnRefusal(change: Change, answer: ChangeAnswer): boolean {
  const { body } = answer
  if (!change.isKeyed || isEchoed(change, answer)) return true
  return body?.['success'] === false && ERROR_CODE.test(codeOf(body) ?? '')
}

/** A gateway's 404 may match the contract, but lacks the code that a server with keys adds. */
function isOwnMissing({ isKeyed }: Change, body: Record<string, unknown> | null): boolean {
  return isKeyed ? codeOf(body) === 'not-found' : isContract(body)
}

/** The contract's answers are JSON objects with a success flag or an error message. */
function isContract(body: Record<string, unknown> | null): boolean {
  return typeof body?.['success'] === 'boolean' || sentenceOf(body) !== null
}

function fieldsOf(body: Record<string, unknown> | null): Readonly<Record<string, string>> {
  const read = v.safeParse(ErrorAnswerSchema, body)
  return read.success ? read.output.fields : {}
}
