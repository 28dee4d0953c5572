import * as v from 'valibot'
import { groupIndian } from '#src/domain/money.ts'
import { LeaveOutInvisible, WireText } from '#src/domain/text.ts'
import { findMentioned, MOST_MENTIONS } from './mention.ts'
import { MentionSchema } from './mention-schemas.ts'
import { MAX_TEAM_NOTE_CHARS, NOTE_SUBJECTS, type Note } from './note.ts'

// Schemas of the calls about notes, with the error message for each invalid field.

const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u
const WRITE = 'Write the note.'
const RECORD_ID = /^[0-9a-f]{24}$/

export const NoteTextSchema = v.pipe(
  v.string(WRITE),
  v.maxLength(MAX_TEAM_NOTE_CHARS, `Use at most ${groupIndian(MAX_TEAM_NOTE_CHARS)} characters.`),
  LeaveOutInvisible,
  v.trim(),
  v.regex(VISIBLE, WRITE),
)

/** Whom a note mentions. */
export const MentionsSchema = v.pipe(
  v.array(
    v.strictObject({
      personId: v.pipe(v.string(), v.regex(RECORD_ID, 'There is no such person.')),
      name: v.pipe(v.string(), v.nonEmpty()),
    }),
    'Say whom the note mentions.',
  ),
  v.maxLength(MOST_MENTIONS, `Mention at most ${MOST_MENTIONS} people in a note.`),
)

/** The body of PUT /admin/notes/{id}. */
export const WriteNoteSchema = v.pipe(
  v.strictObject({
    about: v.picklist(NOTE_SUBJECTS, 'Say what the note is about.'),
    aboutId: v.pipe(
      v.string('Say what the note is about.'),
      v.regex(RECORD_ID, 'There is no such record.'),
    ),
    text: NoteTextSchema,
    // Absent in notes that earlier builds of the panel have queued: the mentions stay.
    mentions: v.optional(MentionsSchema),
  }),
  v.forward(
    v.check(
      ({ text, mentions = [] }) => findMentioned(text, mentions).length === mentions.length,
      'Name each mentioned person in the text, after an @.',
    ),
    ['mentions'],
  ),
)
export type WantedNote = v.InferOutput<typeof WriteNoteSchema>

const Time = v.pipe(v.string(), v.isoTimestamp())
const VersionSchema = v.object({ text: v.string(), at: Time })

/** One note as an answer has it. A newer server may send more. */
export const NoteSchema: v.GenericSchema<unknown, Note> = v.pipe(
  v.object({
    _id: v.string(),
    authorId: WireText,
    author: WireText,
    text: v.string(),
    at: Time,
    mentions: v.optional(v.array(MentionSchema), []),
    earlier: v.array(VersionSchema),
    editedAt: v.nullable(Time),
    removedAt: v.nullable(Time),
    removedById: WireText,
    removedBy: WireText,
  }),
  v.transform(({ _id, authorId, author, removedById, removedBy, ...note }) => ({
    ...note,
    id: _id,
    authorId: authorId ?? null,
    author: author ?? null,
    removedById: removedById ?? null,
    removedBy: removedBy ?? null,
  })),
)
