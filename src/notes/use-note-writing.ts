import { useRef } from 'react'
import { makeOwnRecordId } from '#src/domain/id/own-record-id.ts'
import type { NoteMention, NoteSubject } from '#src/domain/note/note.ts'
import type { NoteAction } from '#src/domain/note/note-change.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { showNotSaved } from '#src/ui/toast/not-saved-toast.ts'

export interface NoteWriting {
  /** Each resolves to whether the change is safe on the device. */
  add(text: string, mentions: readonly NoteMention[]): Promise<boolean>
  edit(noteId: string, text: string, mentions: readonly NoteMention[]): Promise<boolean>
  remove(noteId: string): Promise<boolean>
}

/** Queues what the person does with notes about a record. While one change is being stored, others do nothing. */
export function useNoteWriting(about: NoteSubject, name: string | null): NoteWriting {
  const outbox = useOutbox()
  const isBusy = useRef(false)

  async function queue(action: NoteAction): Promise<boolean> {
    if (isBusy.current) return false
    isBusy.current = true
    try {
      await outbox.queueNote({ about, name, action })
      return true
    } catch (error) {
      showNotSaved(error)
      return false
    } finally {
      isBusy.current = false
    }
  }

  return {
    add: (text, mentions) =>
      queue({ kind: 'write', noteId: makeOwnRecordId(Date.now()), text, mentions, isNew: true }),
    edit: (noteId, text, mentions) =>
      queue({ kind: 'write', noteId, text, mentions, isNew: false }),
    remove: (noteId) => queue({ kind: 'delete', noteId }),
  }
}
