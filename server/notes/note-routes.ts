import { type Context, Hono } from 'hono'
import type { Kysely } from 'kysely'
import { getRole, requirePermission, requireRole } from '#server/accounts/guards/auth-guard.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { isRecordId } from '#server/platform/database/record-id.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { parseBody, readBody } from '#server/platform/http/calls/request-body.ts'
import { sendTagged, tagOf } from '#server/platform/http/files/tagged-answer.ts'
import { sendOnce } from '#server/platform/idempotency/keyed-answer-service.ts'
import { type NoteSubject, SUBJECT_PERMISSIONS } from '#src/domain/note/note.ts'
import { WriteNoteSchema } from '#src/domain/note/note-schemas.ts'
import { may } from '#src/domain/team/permission.ts'
import { noteCalls } from './note-calls.ts'
import {
  findSubject,
  listNotes,
  type NoteOrder,
  noSuchNote,
  removeNote,
  writeNote,
} from './note-service.ts'

const YES = { status: 200, body: JSON.stringify({ success: true }), etag: null } as const

/** The notes about a listing or a member, for everybody in the team who may see it. */
export function noteRoutes({ db }: Pick<RouteDeps, 'db'>): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.get(
    '/properties/:id/notes',
    noteCalls.listNotesOfProperty,
    requirePermission(SUBJECT_PERMISSIONS.listing),
    (c) => sendNotes(c, { kind: 'listing', id: c.req.param('id') }),
  )

  routes.get(
    '/users/:id/notes',
    noteCalls.listNotesOfUser,
    requirePermission(SUBJECT_PERMISSIONS.member),
    (c) => sendNotes(c, { kind: 'member', id: c.req.param('id') }),
  )

  async function sendNotes(c: Context<AppEnv>, subject: NoteSubject) {
    const body = JSON.stringify({ success: true, data: await listNotes(db, subject) })
    return sendTagged(c, tagOf(body), () => body)
  }

  return routes
}

/** Queued notes, which are also accepted from an idle session. */
export function noteChangesRoutes(deps: Pick<RouteDeps, 'clock'>): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.put('/notes/:id', noteCalls.writeNote, async (c) => {
    const body = await readBody(c)
    const { about, aboutId, ...note } = parseBody(body, WriteNoteSchema, 'Send the note.')
    const subject = { kind: about, id: aboutId }
    return sendNoteChange(c, body, async (trx, order) => {
      requireRole(getRole(c), SUBJECT_PERMISSIONS[about])
      await writeNote(trx, order, subject, note)
    })
  })

  routes.delete('/notes/:id', noteCalls.removeNote, async (c) =>
    sendNoteChange(c, await readBody(c), async (trx, order) => {
      const subject = await findSubject(trx, order.noteId)
      if (!subject) throw noSuchNote()
      requireRole(getRole(c), SUBJECT_PERMISSIONS[subject.kind])
      await removeNote(trx, order, may(getRole(c), 'manage-staff'))
    }),
  )

  /** The record of a repeat is found before rights are looked at: a note that was written stays a success. */
  function sendNoteChange(
    c: Context<AppEnv>,
    body: string,
    apply: (trx: Kysely<Tables>, order: NoteOrder) => Promise<void>,
  ): Promise<Response> {
    const noteId = c.req.param('id') ?? ''
    if (!isRecordId(noteId)) throw noSuchNote()
    return sendOnce(c, deps, body, {
      async apply(trx) {
        await apply(trx, { noteId, session: c.get('session'), now: deps.clock() })
        return { ...YES, stored: { entityId: noteId, version: null } }
      },
      rebuild: async () => YES,
    })
  }

  return routes
}
