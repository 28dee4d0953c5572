import { type Context, Hono } from 'hono'
import { getRole } from '#server/accounts/guards/auth-guard.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { getRevisionTag } from '#server/platform/database/revision.ts'
import { parseBody, readBody } from '#server/platform/http/calls/request-body.ts'
import { sendTagged, tagOf } from '#server/platform/http/files/tagged-answer.ts'
import { MailWishSchema, ReadMentionsSchema } from '#src/domain/note/mention-schemas.ts'
import { mentionCalls } from './mention-calls.ts'
import { changeMailWish, readMailWish } from './mention-mail-service.ts'
import { kindsSeenBy, listReaders, markMentionsRead, readMentionPage } from './mention-service.ts'

/** Whom notes can mention, and the caller's inbox of mentions. */
export function mentionRoutes({
  db,
  clock,
  mailer,
}: Pick<RouteDeps, 'db' | 'clock' | 'mailer'>): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.get('/note-readers', mentionCalls.listNoteReaders, async (c) => {
    const people = await listReaders(db, kindsSeenBy(getRole(c)))
    const data = people.map(({ id, name, sees }) => ({ _id: id, name, sees }))
    const body = JSON.stringify({ success: true, data })
    return sendTagged(c, tagOf(body), () => body)
  })

  routes.get('/mentions', mentionCalls.listMentions, async (c) => {
    // A panel that follows the stream reads it only after a notice. Roles that see other records have another tag.
    const fields = kindsSeenBy(getRole(c)).includes('member') ? 'all' : 'names'
    const etag = await getRevisionTag(db, fields)
    const data = await readMentionPage(db, readerOf(c), c.req.query())
    return sendTagged(c, etag, () => JSON.stringify({ success: true, data }))
  })

  routes.get('/mentions/mail', mentionCalls.getMentionMail, async (c) => {
    const data = await readMailWish({ db, mailer }, c.get('session').userId)
    return c.json({ success: true, data })
  })

  routes.put('/mentions/mail', mentionCalls.setMentionMail, async (c) => {
    const body = await readBody(c)
    const { isOn } = parseBody(body, MailWishSchema, 'Say whether to mail you.')
    const wish = { personId: c.get('session').userId, isOn }
    await c.get('rights').write((trx) => changeMailWish(trx, { mailer }, wish))
    return c.json({ success: true })
  })

  routes.post('/mentions/read', mentionCalls.readMentions, async (c) => {
    const sentence = 'Send the note of the newest mention that was shown.'
    const { upTo } = parseBody(await readBody(c), ReadMentionsSchema, sentence)
    return sendRead(c, upTo, true)
  })

  routes.post('/mentions/:id/read', mentionCalls.readMention, (c) =>
    sendRead(c, c.req.param('id'), false),
  )

  async function sendRead(c: Context<AppEnv>, noteId: string, isUpTo: boolean) {
    await c
      .get('rights')
      .write((trx) => markMentionsRead(trx, readerOf(c), { noteId, isUpTo, now: clock() }))
    return c.json({ success: true })
  }

  return routes
}

function readerOf(c: Context<AppEnv>) {
  return { personId: c.get('session').userId, kinds: kindsSeenBy(getRole(c)) }
}
