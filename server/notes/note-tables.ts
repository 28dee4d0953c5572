import type { PersonalTables } from '#server/platform/personal-tables/personal-table.ts'
import { type Eraser, leaveTableOut } from '#server/platform/personal-tables/personal-table.ts'
import { forgetAuthor } from './note-repository.ts'

export const NOTE_TABLES = {
  // Notes about a listing are deleted with it.
  notes: leaveTableOut(
    'Words between colleagues, which name other people. The grievance officer answers what they say about a person.',
    'member_id',
  ),
  // Deleted with their note.
  note_versions: leaveTableOut('Earlier texts of notes.', null),
} satisfies Partial<PersonalTables>

/** A note of an erased colleague stays, without their name. */
export const eraseNoteAuthor: Eraser = async (trx, { account }) => {
  await forgetAuthor(trx, account.id)
  return []
}
