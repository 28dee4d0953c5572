import type { Permission } from '#src/domain/team/permission.ts'

// Notes of the team about a listing or a member. The team alone reads them.

export const MAX_TEAM_NOTE_CHARS = 2_000 // a page of text; longer matters belong in a document
/** Of one listing or member: more than anybody would read, and few enough for one answer. */
export const MOST_NOTES = 300
export const MOST_EDITS = 50 // of one note; later words belong in a note of their own

export const NOTE_SUBJECTS = ['listing', 'member'] as const

/** The rights of a note are those of its subject. */
export const SUBJECT_PERMISSIONS = {
  listing: 'see-listings',
  member: 'see-members',
} as const satisfies Record<NoteSubject['kind'], Permission>

/** What a note is about. */
export interface NoteSubject {
  kind: (typeof NOTE_SUBJECTS)[number]
  id: string
}

/** Somebody whom a note names. */
export interface NoteMention {
  personId: string
  /** As the text has it after the @. */
  name: string
}

export interface NoteVersion {
  text: string
  /** When it was written. */
  at: string
}

export interface Note {
  id: string
  /** Null after the author's account was erased. */
  authorId: string | null
  author: string | null
  /** '' for a removed note. */
  text: string
  at: string
  /** The people whom the text names after an @, and who were told of it. */
  mentions: readonly NoteMention[]
  /** The texts before the present one, oldest first; none of a removed note. */
  earlier: readonly NoteVersion[]
  editedAt: string | null
  removedAt: string | null
  removedById: string | null
  removedBy: string | null
}

/** Identifies a subject in one word. */
export function subjectKey({ kind, id }: NoteSubject): string {
  return `${kind}:${id}`
}
