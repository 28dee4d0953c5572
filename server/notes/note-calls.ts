import { answerOf, bodyOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { YesSchema } from '#server/platform/http/calls/wire-values.ts'
import { MOST_EDITS, MOST_NOTES } from '#src/domain/note/note.ts'
import { WriteNoteSchema } from '#src/domain/note/note-schemas.ts'
import { NOTE_EXAMPLE, NoteListSchema } from './note-wire.ts'

const LIST = {
  caller: 'operator',
  isTagged: true,
  notes: 'Of the team alone: no call of an owner or a member answers with them.',
  answer: answerOf('The notes, oldest first.', NoteListSchema, {
    success: true,
    data: [NOTE_EXAMPLE],
  }),
} as const
const WRITE = {
  group: 'Team',
  caller: 'operator',
  record: 'note',
  isWrite: true,
  isKeyed: true,
  answer: answerOf('It is done.', YesSchema, { success: true }),
} as const

export const noteCalls = describeCalls({
  listNotesOfProperty: {
    ...LIST,
    group: 'Properties',
    record: 'property',
    summary: 'The notes of the team about a property',
  },
  listNotesOfUser: {
    ...LIST,
    group: 'Users',
    record: 'user',
    summary: 'The notes of the team about a user',
  },
  writeNote: {
    ...WRITE,
    summary: 'Write a note, or edit the own one',
    notes: `The client makes the id of a new note. Needs the right to see what the note is about. At most ${MOST_NOTES} notes about a record and ${MOST_EDITS} edits of a note. The text names each mentioned person after an @; without \`mentions\`, those of an edited note stay. The author is not told of themselves.`,
    body: bodyOf(
      WriteNoteSchema,
      { aboutId: 'The `_id` of the property or user.' },
      {
        about: 'listing',
        aboutId: '65a000000000000000000002',
        text: NOTE_EXAMPLE.text,
        mentions: NOTE_EXAMPLE.mentions,
      },
    ),
    refusals: ['note-removed', 'too-many-notes', 'cannot-be-mentioned'],
  },
  removeNote: {
    ...WRITE,
    summary: 'Remove a note',
    notes:
      'Deletes its texts, and leaves who removed it and when. For its author, and for roles that manage the team.',
  },
})
