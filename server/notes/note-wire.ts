import * as v from 'valibot'
import type {
  NoteMentionRow,
  NoteRow,
  NoteVersionRow,
} from '#server/platform/database/rows/note-rows.ts'
import {
  envelopeWith,
  recordWith,
  WireId,
  WireTime,
} from '#server/platform/http/calls/wire-values.ts'

const NoteWireSchema = recordWith('Note', {
  _id: WireId,
  authorId: v.nullable(
    v.pipe(WireId, v.description("Null after the author's account was erased.")),
  ),
  author: v.nullable(v.string()),
  text: v.pipe(v.string(), v.description('Empty in a removed note.')),
  at: WireTime,
  mentions: v.pipe(
    v.array(v.strictObject({ personId: WireId, name: v.string() })),
    v.description('The people whom the text names after an @, and who were told of the note.'),
  ),
  earlier: v.pipe(
    v.array(v.strictObject({ text: v.string(), at: WireTime })),
    v.description('The texts before the edits, oldest first.'),
  ),
  editedAt: v.nullable(WireTime),
  removedAt: v.nullable(WireTime),
  removedById: v.nullable(WireId),
  removedBy: v.nullable(v.string()),
})
export type NoteWire = v.InferOutput<typeof NoteWireSchema>

export const NoteListSchema = envelopeWith(v.array(NoteWireSchema))

export function toWireNote(
  note: NoteRow & { author: string | null; remover: string | null },
  versions: readonly NoteVersionRow[],
  mentions: readonly NoteMentionRow[],
): NoteWire {
  return {
    _id: note.id,
    authorId: note.author_id,
    author: note.author,
    text: note.text,
    at: note.created_at,
    mentions: mentions.map(({ person_id: personId, name }) => ({ personId, name })),
    earlier: versions.map(({ text, written_at: at }) => ({ text, at })),
    editedAt: note.edited_at,
    removedAt: note.removed_at,
    removedById: note.removed_by,
    removedBy: note.remover,
  }
}

/** Example in the OpenAPI document. */
export const NOTE_EXAMPLE: NoteWire = {
  _id: '65a000000000000000000041',
  authorId: '65a000000000000000000001',
  author: 'Ravi Shah',
  text: '@Asha Rao The owner sends new photos on Monday.',
  at: '2026-02-14T08:32:00.000Z',
  mentions: [{ personId: '65a000000000000000000002', name: 'Asha Rao' }],
  earlier: [{ text: 'The owner sends new photos.', at: '2026-02-14T08:32:00.000Z' }],
  editedAt: '2026-02-14T08:40:00.000Z',
  removedAt: null,
  removedById: null,
  removedBy: null,
}
