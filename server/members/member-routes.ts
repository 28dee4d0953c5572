import { Hono } from 'hono'
import type { AppDeps, AppEnv } from '#server/app-env.ts'
import type { HistoryAnswer } from '#server/audit/audit-wire.ts'
import { readPageRequest } from '#server/page-request.ts'
import { ServerError } from '#server/server-error.ts'
import { sendTagged, tagOf } from '#server/tagged-answer.ts'
import { findMemberHistory } from './member-history-service.ts'
import { getMembersTag, MEMBER_PAGES, makeMemberPage, streamMembers } from './member-pages.ts'

export function memberRoutes({ db, clock }: AppDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.get('/users', async (c) => {
    const page = readPageRequest(c.req.queries(), MEMBER_PAGES)
    const now = clock()
    if (!page) return sendTagged(c, await getMembersTag(db, now), () => streamMembers(db, now))
    const body = JSON.stringify(await makeMemberPage(db, page, now))
    // Boosts run out without a write, so the tag is of the answer itself.
    return sendTagged(c, tagOf(body), () => body)
  })

  routes.get('/users/:id/history', async (c) => {
    const data = await findMemberHistory(db, c.req.param('id'))
    if (!data) throw new ServerError(404, 'not-found', 'This user does not exist.')
    return c.json({ success: true, data } satisfies HistoryAnswer)
  })

  return routes
}
