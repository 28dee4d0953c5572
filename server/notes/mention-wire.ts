import * as v from 'valibot'
import {
  envelopeWith,
  recordWith,
  WireCount,
  WireCursor,
  WireId,
  WireTime,
} from '#server/platform/http/calls/wire-values.ts'
import { BEGINNING_CHARS } from '#src/domain/note/mention.ts'
import { NOTE_SUBJECTS } from '#src/domain/note/note.ts'
import type { InboxMentionRow } from './mention-repository.ts'

const MentionWireSchema = recordWith('Mention', {
  noteId: WireId,
  about: v.picklist(NOTE_SUBJECTS),
  aboutId: v.pipe(WireId, v.description('The `_id` of the property or user.')),
  title: v.pipe(v.nullable(v.string()), v.description('The name of the property or user.')),
  authorId: v.nullable(WireId),
  author: v.nullable(v.string()),
  beginning: v.pipe(
    v.string(),
    v.description(`The first ${BEGINNING_CHARS} characters of the note.`),
  ),
  at: WireTime,
  isRead: v.boolean(),
})
type MentionWire = v.InferInput<typeof MentionWireSchema>

export const MentionPageAnswerSchema = envelopeWith(
  v.strictObject({
    mentions: v.array(MentionWireSchema),
    unread: v.pipe(WireCount, v.description('On all pages.')),
    nextCursor: v.nullable(WireCursor),
  }),
)

export const MailStateAnswerSchema = envelopeWith(
  v.strictObject({
    isOn: v.boolean(),
    isAvailable: v.pipe(v.boolean(), v.description('False on a server that sends no mails.')),
  }),
)

export const ReadersAnswerSchema = envelopeWith(
  v.array(
    v.strictObject({
      _id: WireId,
      name: v.nullable(v.string()),
      sees: v.array(v.picklist(NOTE_SUBJECTS)),
    }),
  ),
)

export function toWireMention({
  noteId,
  listingId,
  memberId,
  listingTitle,
  memberName,
  authorId,
  author,
  beginning,
  at,
  readAt,
}: InboxMentionRow): MentionWire {
  const isListing = listingId !== null
  return {
    noteId,
    about: isListing ? 'listing' : 'member',
    aboutId: listingId ?? memberId ?? '',
    title: isListing ? listingTitle : memberName,
    authorId,
    author,
    beginning,
    at,
    isRead: readAt !== null,
  }
}

/** Example in the OpenAPI document. */
export const MENTION_EXAMPLE: MentionWire = {
  noteId: '65a000000000000000000041',
  about: 'listing',
  aboutId: '65a000000000000000000002',
  title: 'Sunlit 2 BHK in Baner',
  authorId: '65a000000000000000000001',
  author: 'Asha Rao',
  beginning: '@Ravi Shah The owner sends new photos on Monday.',
  at: '2026-02-14T08:32:00.000Z',
  isRead: false,
}
