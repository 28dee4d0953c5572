import type { NoteMention } from './note.ts'

/** What a person does with one of their notes. The device makes the id of a new note. */
export type NoteAction =
  | {
      kind: 'write'
      noteId: string
      text: string
      isNew: boolean
      /** Absent in changes that earlier builds stored. */
      mentions?: readonly NoteMention[]
    }
  | { kind: 'delete'; noteId: string }
