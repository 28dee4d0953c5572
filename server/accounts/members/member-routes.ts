import { Hono } from 'hono'
import { sendListExport } from '#server/accounts/export/list-export-service.ts'
import {
  getRole,
  requirePermission,
  requireRecentConfirmation,
  requireSearch,
} from '#server/accounts/guards/auth-guard.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import type { HistoryAnswer } from '#server/platform/audit/audit-wire.ts'
import { type ListDeps, sendList } from '#server/platform/http/calls/list-answer.ts'
import { readPageRequest } from '#server/platform/http/calls/page-request.ts'
import { sendTagged, tagOf } from '#server/platform/http/files/tagged-answer.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { fieldSetOf } from '#src/domain/team/permission.ts'
import { memberCalls } from './member-calls.ts'
import { makeMemberExport } from './member-export-service.ts'
import { findMemberHistory } from './member-history-service.ts'
import { MEMBER_PAGES, makeMemberPage, makeMemberSource } from './member-pages.ts'

export function memberRoutes(deps: RouteDeps & ListDeps): Hono<AppEnv> {
  const { db, clock, lists } = deps
  const wholeLists = { all: makeMemberSource(deps, 'all'), names: makeMemberSource(deps, 'names') }
  const requireSeeMembers = requirePermission('see-members')
  const requireSeeMemberDetails = requirePermission('see-member-details')
  const routes = new Hono<AppEnv>()

  routes.get('/users', memberCalls.listUsers, requireSeeMembers, async (c) => {
    requireSearch(c, 'see-member-details', MEMBER_PAGES.fields)
    const fields = fieldSetOf(getRole(c), 'members')
    const page = readPageRequest(c.req.queries(), MEMBER_PAGES)
    if (!page) return sendList(c, lists, wholeLists[fields])
    const body = JSON.stringify(await makeMemberPage(db, page, { now: clock(), fields }))
    // Boosts expire without a write, so the ETag is a hash of the response itself.
    return sendTagged(c, tagOf(body), () => body)
  })

  routes.get(
    '/users/:id/history',
    memberCalls.listUserHistory,
    requireSeeMemberDetails,
    async (c) => {
      const data = await findMemberHistory(db, c.req.param('id'))
      if (!data) throw new ServerError(404, 'not-found', 'This user does not exist.')
      return c.json({ success: true, data } satisfies HistoryAnswer)
    },
  )

  const exported = makeMemberExport(db)
  routes.post(
    '/users/export',
    memberCalls.exportUsers,
    requirePermission('see-members'),
    requireRecentConfirmation(deps),
    (c) => sendListExport(c, deps, exported),
  )

  return routes
}
