import * as v from 'valibot'
import { WireText } from '#src/domain/text.ts'
import type { NoteReader } from './mention.ts'
import type { NoteMention } from './note.ts'
import { NOTE_SUBJECTS, type NoteSubject } from './note.ts'

// Schemas of the answers about mentions. A newer server may send more.

export const MentionSchema: v.GenericSchema<unknown, NoteMention> = v.object({
  personId: v.string(),
  name: v.string(),
})

const SubjectKind = v.picklist(NOTE_SUBJECTS)

/** Somebody whom a note can mention; null without a name. */
export const NoteReaderSchema: v.GenericSchema<unknown, NoteReader | null> = v.pipe(
  v.object({ _id: v.string(), name: WireText, sees: v.array(SubjectKind) }),
  v.transform(({ _id, name, sees }) => (name ? { personId: _id, name, sees } : null)),
)

/** A note that mentions the reader. */
export interface InboxMention {
  noteId: string
  about: NoteSubject
  /** The listing's title or the member's name. */
  title: string | null
  authorId: string | null
  author: string | null
  /** The beginning of the note. */
  beginning: string
  at: string
  isRead: boolean
}

const InboxMentionSchema: v.GenericSchema<unknown, InboxMention> = v.pipe(
  v.object({
    noteId: v.string(),
    about: SubjectKind,
    aboutId: v.string(),
    title: WireText,
    authorId: WireText,
    author: WireText,
    beginning: v.string(),
    at: v.pipe(v.string(), v.isoTimestamp()),
    isRead: v.boolean(),
  }),
  v.transform(({ about: kind, aboutId: id, title, authorId, author, ...mention }) => ({
    ...mention,
    about: { kind, id },
    title: title ?? null,
    authorId: authorId ?? null,
    author: author ?? null,
  })),
)

/** A page of the inbox, newest first. */
export interface MentionPage {
  mentions: readonly InboxMention[]
  /** Of all pages. */
  unread: number
  nextCursor: string | null
}

export const MentionPageSchema: v.GenericSchema<unknown, MentionPage> = v.object({
  mentions: v.array(InboxMentionSchema),
  unread: v.number(),
  nextCursor: v.nullable(v.string()),
})

/** The body of PUT /admin/mentions/mail. */
export const MailWishSchema = v.strictObject({ isOn: v.boolean('Say whether to mail you.') })

/** Whether the person is mailed about mentions, and whether the server can. */
export const MailStateSchema = v.looseObject({ isOn: v.boolean(), isAvailable: v.boolean() })

/** The body of POST /admin/mentions/read. */
export const ReadMentionsSchema = v.strictObject({
  upTo: v.pipe(
    v.string('Send the note of the newest mention that was shown.'),
    v.maxLength(24, 'This is not an id.'),
  ),
})
