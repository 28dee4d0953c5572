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

/** A new id for a note: 24 hexadecimal characters, as the server's own ids. */
export function makeNoteId(nowMs: number): string {
  const seconds = Math.floor(nowMs / 1000)
    .toString(16)
    .padStart(8, '0')
  const random = crypto.getRandomValues(new Uint8Array(8))
  return seconds + [...random].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
