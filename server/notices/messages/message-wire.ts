import * as v from 'valibot'
import {
  recordWith,
  WireCount,
  WireCursor,
  WireId,
  WireTime,
} from '#server/platform/http/calls/wire-values.ts'
import { REASON_FIELDS } from '#src/domain/listing/rejection-reason.ts'
import { type DecisionKind, MESSAGE_KINDS, type MessageKind } from '#src/domain/message.ts'
import type { InboxRow } from './message-repository.ts'

export const MessageWireSchema = recordWith('Message', {
  id: WireId,
  kind: v.pipe(
    v.picklist(MESSAGE_KINDS),
    v.description(
      'changes-needed: rejected, and the owner is invited to correct the listing. grievance-…: about a grievance that the person sent. review-delayed: the review takes much longer than the person could read before.',
    ),
  ),
  listingId: v.pipe(v.nullable(WireId), v.description('Null for a message about a grievance.')),
  hasListing: v.pipe(v.boolean(), v.description('False once the listing is deleted for good.')),
  title: v.pipe(v.nullable(v.string()), v.description('As it was when it was decided about.')),
  at: WireTime,
  isRead: v.boolean(),
  isAnswered: v.pipe(
    v.boolean(),
    v.description(
      'True for a rejection after which the listing is no longer rejected, for an acknowledgement after the answer, and for a delay after the decision.',
    ),
  ),
  reason: v.pipe(
    v.nullable(
      v.strictObject({
        sentence: v.string(),
        field: v.nullable(v.picklist(REASON_FIELDS)),
        note: v.string(),
      }),
    ),
    v.description('May arrive after the message, which is then unread again.'),
  ),
  grievance: v.pipe(
    v.nullable(
      v.strictObject({
        number: v.string(),
        dueAt: WireTime,
        answer: v.pipe(v.nullable(v.string()), v.description('Null until there is one.')),
      }),
    ),
    v.description('The grievance that the message is about.'),
  ),
  expectedBy: v.pipe(
    v.nullable(WireTime),
    v.description('Of review-delayed: by when four of five such listings are decided.'),
  ),
})
export type MessageWire = v.InferInput<typeof MessageWireSchema>

export const InboxAnswerSchema = v.strictObject({
  success: v.literal(true),
  data: v.array(MessageWireSchema),
  meta: v.strictObject({ unread: WireCount, nextCursor: v.nullable(WireCursor) }),
})

function kindOf({
  status,
  changesNeeded,
}: Pick<InboxRow, 'status' | 'changesNeeded'>): MessageKind {
  if (status === 'received' || status === 'answered') return `grievance-${status}`
  if (status === 'delayed') return 'review-delayed'
  return decisionKindOf(status, changesNeeded)
}

export function decisionKindOf(
  status: 'approved' | 'rejected',
  changesNeeded: number | null,
): DecisionKind {
  return status === 'rejected' && changesNeeded === 1 ? 'changes-needed' : status
}

/** @param row of a message in the inbox */
export function toWireMessage(row: InboxRow): MessageWire {
  const { id, listingId, postingId, title, leftAt, readAt, sentence, field, note } = row
  if (leftAt === null) throw new Error('the message has not left')
  return {
    id,
    kind: kindOf(row),
    listingId,
    hasListing: postingId !== null,
    title,
    at: leftAt,
    isRead: readAt !== null,
    isAnswered: isAnswered(row),
    reason: sentence === null ? null : { sentence, field, note: note ?? '' },
    grievance: toWireGrievance(row),
    expectedBy: row.expectedBy,
  }
}

function isAnswered({ status, listingStatus, answer }: InboxRow): boolean {
  if (status === 'received') return answer !== null
  if (status === 'delayed') return listingStatus !== 'pending'
  return status === 'rejected' && listingStatus !== null && listingStatus !== 'rejected'
}

function toWireGrievance({ number, answerDueAt, answer, status }: InboxRow) {
  if (number === null || answerDueAt === null) return null
  return { number, dueAt: answerDueAt, answer: status === 'answered' ? answer : null }
}

/** Example in the OpenAPI document. */
export const MESSAGE_EXAMPLE: MessageWire = {
  id: '68b1f0a2c4d5e6f708192a50',
  kind: 'changes-needed',
  listingId: '68b1f0a2c4d5e6f708192a40',
  hasListing: true,
  title: 'Sunlit 2 BHK in Baner',
  at: '2026-06-20T09:12:00.000Z',
  isRead: false,
  isAnswered: false,
  reason: {
    sentence: 'Add clear photos of the rooms and of the building from outside.',
    field: 'photos',
    note: 'The kitchen is missing.',
  },
  grievance: null,
  expectedBy: null,
}
