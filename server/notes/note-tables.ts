import { sql } from 'kysely'
import type { PersonalTables } from '#server/platform/personal-tables/personal-table.ts'
import {
  type Eraser,
  INTERNAL,
  leaveOut,
  leaveTableOut,
  OWN_ID,
} from '#server/platform/personal-tables/personal-table.ts'
import { renameMentions } from './mention-repository.ts'
import { forgetAuthor } from './note-repository.ts'

export const NOTE_TABLES = {
  // Notes about a listing are deleted with it.
  notes: leaveTableOut(
    'Words between colleagues, which name other people. The grievance officer answers what they say about a person.',
    'member_id',
  ),
  // Deleted with their note.
  note_versions: leaveTableOut('Earlier texts of notes.', null),
  note_mentions: {
    erased: 'person_id',
    file: 'mentions.json',
    says: 'When colleagues mentioned you in notes of the team, and when you read it; empty for everyone who is not on the team.',
    isOf: (userId) => sql`person_id = ${userId}`,
    key: ['note_id', 'person_id'],
    columns: {
      note_id: INTERNAL,
      person_id: OWN_ID,
      name: leaveOut('Your name, as account.json has it.'),
      at: 'at',
      read_at: 'readAt',
    },
  },
  mention_mails: {
    erased: 'person_id',
    file: 'mention-mails.json',
    says: 'Whether you are mailed when a colleague mentions you, and when the last mail was sent.',
    isOf: (userId) => sql`person_id = ${userId}`,
    key: ['person_id'],
    columns: {
      person_id: OWN_ID,
      is_on: { name: 'isOn', read: (row) => row.is_on === 1 },
      sent_at: 'sentAt',
    },
  },
} satisfies Partial<PersonalTables>

const FORMER = 'former colleague'

/** A note of an erased colleague stays, without their name; so do the notes that mention them. */
export const eraseNoteAuthor: Eraser = async (trx, { account }) => {
  await renameMentions(trx, account.id, FORMER)
  await forgetAuthor(trx, account.id)
  return []
}
