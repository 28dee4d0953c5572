import * as v from 'valibot'
import {
  recordWith,
  WireCount,
  WireCursor,
  WireId,
  WireTime,
} from '#server/http/calls/wire-values.ts'
import { REASON_FIELDS } from '#src/domain/listing/rejection-reason.ts'
import { MESSAGE_KINDS, type MessageKind } from '#src/domain/message.ts'
import type { InboxRow } from './message-repository.ts'

export const MessageWireSchema = recordWith('Message', {
  id: WireId,
  kind: v.pipe(
    v.picklist(MESSAGE_KINDS),
    v.description('changes-needed: rejected, and the owner is invited to correct the listing.'),
  ),
  listingId: WireId,
  hasListing: v.pipe(v.boolean(), v.description('False once the listing is deleted for good.')),
  title: v.pipe(v.nullable(v.string()), v.description('As it was when it was decided about.')),
  at: WireTime,
  isRead: v.boolean(),
  isAnswered: v.pipe(
    v.boolean(),
    v.description('True for a rejection after which the listing is no longer rejected.'),
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
})
export type MessageWire = v.InferInput<typeof MessageWireSchema>

export const InboxAnswerSchema = v.strictObject({
  success: v.literal(true),
  data: v.array(MessageWireSchema),
  meta: v.strictObject({ unread: WireCount, nextCursor: v.nullable(WireCursor) }),
})

export function kindOf({
  status,
  changesNeeded,
}: Pick<InboxRow, 'status' | 'changesNeeded'>): MessageKind {
  return status === 'rejected' && changesNeeded === 1 ? 'changes-needed' : status
}

/** @param row of a message in the inbox */
export function toWireMessage(row: InboxRow): MessageWire {
  const { id, listingId, postingId, title, leftAt, readAt, sentence, field, note } = row
  const { status, listingStatus } = row
  if (leftAt === null) throw new Error('the message has not left')
  return {
    id,
    kind: kindOf(row),
    listingId,
    hasListing: postingId !== null,
    title,
    at: leftAt,
    isRead: readAt !== null,
    isAnswered: status === 'rejected' && listingStatus !== null && listingStatus !== 'rejected',
    reason: sentence === null ? null : { sentence, field, note: note ?? '' },
  }
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
}
