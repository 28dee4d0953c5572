import type { InboxMention } from '#src/domain/note/mention-schemas.ts'
import type { NoteMention, NoteSubject } from '#src/domain/note/note.ts'
import { call } from '#tests/server/api-call.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'

type Server = Pick<TestServer, 'app'>

/** A note as its answer has it. */
export interface WireNote {
  _id: string
  author: string | null
  text: string
  mentions: NoteMention[]
  earlier: { text: string; at: string }[]
  editedAt: string | null
  removedBy: string | null
}

export const noteId = (number: number) => String(number).padStart(24, '0')

export interface WrittenNote {
  id: string
  about: NoteSubject
  text: string
  mentions?: readonly NoteMention[]
  key?: string
}

export function write(
  server: Server,
  token: string,
  { id, about, text, mentions, key }: WrittenNote,
) {
  return call(server, 'PUT', `/api/admin/notes/${id}`, {
    token,
    body: { about: about.kind, aboutId: about.id, text, ...(mentions && { mentions }) },
    headers: key === undefined ? {} : { 'Idempotency-Key': key },
  })
}

export function remove(server: Server, token: string, id: string) {
  return call(server, 'DELETE', `/api/admin/notes/${id}`, { token })
}

export function readNotes(server: Server, token: string, { kind, id }: NoteSubject) {
  const list = kind === 'listing' ? 'properties' : 'users'
  return call(server, 'GET', `/api/admin/${list}/${id}/notes`, { token })
}

export async function listNotes(
  server: Server,
  token: string,
  about: NoteSubject,
): Promise<WireNote[]> {
  const { json } = await readNotes(server, token, about)
  return json['data'] as unknown as WireNote[] // the answer is checked against its description
}

/** A mention as the inbox has it. */
export type WireMention = Omit<InboxMention, 'about'> & {
  about: NoteSubject['kind']
  aboutId: string
}

export interface WireInbox {
  mentions: WireMention[]
  unread: number
  nextCursor: string | null
}

export async function readInbox(server: Server, token: string, cursor = ''): Promise<WireInbox> {
  const query = cursor && `?cursor=${cursor}`
  const { json } = await call(server, 'GET', `/api/admin/mentions${query}`, { token })
  return json['data'] as unknown as WireInbox // the answer is checked against its description
}

export function markRead(server: Server, token: string, id: string) {
  return call(server, 'POST', `/api/admin/mentions/${id}/read`, { token })
}

export function markAllRead(server: Server, token: string, upTo: string) {
  return call(server, 'POST', '/api/admin/mentions/read', { token, body: { upTo } })
}
