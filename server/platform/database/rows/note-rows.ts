/** A note of the team about a listing or a member (server/notes). */
export interface NoteRow {
  /** Made by the device that wrote it. */
  id: string
  /** Set in a note about a listing; `member_id` is null then. */
  listing_id: string | null
  member_id: string | null
  /** Null after the author was erased. */
  author_id: string | null
  /** '' in a removed note. */
  text: string
  created_at: string
  edited_at: string | null
  removed_at: string | null
  removed_by: string | null
}

/** A person whom a note mentions, and who was told of it. */
export interface NoteMentionRow {
  note_id: string
  person_id: string
  /** As the text has it after the @. */
  name: string
  /** When the note began to mention the person. */
  at: string
  read_at: string | null
}

/** Whether a person is mailed when a note mentions them. No row: they are not. */
export interface MentionMailRow {
  person_id: string
  is_on: number
  /** When the last mail was composed. Stays when the mails are turned off, so that turning them on again sends none sooner. */
  sent_at: string | null
}

/** An earlier text of a note. */
export interface NoteVersionRow {
  note_id: string
  /** From 1. */
  number: number
  text: string
  written_at: string
}
