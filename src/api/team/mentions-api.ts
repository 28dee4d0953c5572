import * as v from 'valibot'
import { envelopeOf, listOf } from '#src/api/answer-schemas.ts'
import { type ConditionalRead, call, callIfChanged } from '#src/api/http-client.ts'
import type { NoteReader } from '#src/domain/note/mention.ts'
import {
  MailStateSchema,
  MentionPageSchema,
  NoteReaderSchema,
} from '#src/domain/note/mention-schemas.ts'

const PATH = '/admin/mentions'
const PageAnswer = envelopeOf(MentionPageSchema)
const ReadersAnswer = envelopeOf(
  v.pipe(
    listOf(NoteReaderSchema),
    v.transform((people) => people.filter((one): one is NoteReader => one !== null)),
  ),
)
const MailStateAnswer = envelopeOf(MailStateSchema)
const DoneAnswer = v.looseObject({ success: v.literal(true) })

/** GET /admin/mentions: the newest notes that mention the person; null when unchanged. */
export function listMentions(read: ConditionalRead) {
  return callIfChanged(PATH, PageAnswer, read)
}

/** GET /admin/mentions: an older page. */
export function listOlderMentions(cursor: string, signal?: AbortSignal) {
  return call(`${PATH}?cursor=${encodeURIComponent(cursor)}`, PageAnswer, { signal })
}

/** POST: the person has seen the note. */
export async function markMentionRead(noteId: string): Promise<void> {
  await call(`${PATH}/${encodeURIComponent(noteId)}/read`, DoneAnswer, { method: 'POST' })
}

/** POST: marks the mention in this note, and all older ones, as read. */
export async function markMentionsRead(upTo: string): Promise<void> {
  await call(`${PATH}/read`, DoneAnswer, { method: 'POST', body: { upTo } })
}

/** GET /admin/mentions/mail */
export function readMentionMail(signal?: AbortSignal) {
  return call(`${PATH}/mail`, MailStateAnswer, { signal })
}

/** PUT /admin/mentions/mail: 409 `no-mail` on a server that sends no mails. */
export async function changeMentionMail(isOn: boolean): Promise<void> {
  await call(`${PATH}/mail`, DoneAnswer, { method: 'PUT', body: { isOn } })
}

/** GET /admin/note-readers: whom a note can mention; null when unchanged. */
export function listNoteReaders(read: ConditionalRead) {
  return callIfChanged('/admin/note-readers', ReadersAnswer, read)
}
