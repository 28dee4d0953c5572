import { answerOf, bodyOf, queryOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { YesSchema } from '#server/platform/http/calls/wire-values.ts'
import { INBOX_PAGE } from '#src/domain/note/mention.ts'
import { MailWishSchema, ReadMentionsSchema } from '#src/domain/note/mention-schemas.ts'
import {
  MailStateAnswerSchema,
  MENTION_EXAMPLE,
  MentionPageAnswerSchema,
  ReadersAnswerSchema,
} from './mention-wire.ts'

const OF_TEAM = { group: 'Team', caller: 'operator' } as const
const YES = answerOf('Done.', YesSchema, { success: true })

export const mentionCalls = describeCalls({
  listNoteReaders: {
    ...OF_TEAM,
    isTagged: true,
    summary: 'The people whom a note of the caller can mention',
    notes: 'Those of the team who may sign in, and see what the caller sees.',
    answer: answerOf('The people, by name.', ReadersAnswerSchema, {
      success: true,
      data: [{ _id: '65a000000000000000000001', name: 'Asha Rao', sees: ['listing', 'member'] }],
    }),
  },
  listMentions: {
    ...OF_TEAM,
    isTagged: true,
    summary: 'The notes that mention the caller, newest first',
    notes: `${INBOX_PAGE} on a page. Without those about records that the caller may not see now.`,
    query: [queryOf('cursor', 'The `nextCursor` of the previous page.')],
    answer: answerOf('A page.', MentionPageAnswerSchema, {
      success: true,
      data: { mentions: [MENTION_EXAMPLE], unread: 1, nextCursor: null },
    }),
    refusals: ['bad-cursor'],
  },
  getMentionMail: {
    ...OF_TEAM,
    summary: 'Whether the caller is mailed when a note mentions them',
    answer: answerOf('The state.', MailStateAnswerSchema, {
      success: true,
      data: { isOn: false, isAvailable: true },
    }),
  },
  setMentionMail: {
    ...OF_TEAM,
    isWrite: true,
    summary: 'Turn the mails about mentions on or off',
    notes:
      'Off at first. At most one mail an hour, with all mentions that are unread then, and without words of the notes.',
    body: bodyOf(MailWishSchema, { isOn: 'Whether to mail the caller.' }, { isOn: true }),
    answer: YES,
    refusals: ['no-mail'],
  },
  readMention: {
    ...OF_TEAM,
    isWrite: true,
    record: 'note',
    summary: 'Mark a mention as read',
    answer: YES,
  },
  readMentions: {
    ...OF_TEAM,
    isWrite: true,
    summary: 'Mark all mentions as read, up to the newest one that was shown',
    body: bodyOf(
      ReadMentionsSchema,
      { upTo: 'The id of the note with the newest mention that was shown.' },
      { upTo: MENTION_EXAMPLE.noteId },
    ),
    answer: YES,
    refusals: ['not-found'],
  },
})
