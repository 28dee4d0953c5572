import { type Context, Hono } from 'hono'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import type { AuditEntity } from '#src/domain/audit.ts'
import type { Permission } from '#src/domain/team/permission.ts'
import { auditCalls } from './audit-calls.ts'
import { makeAuditCursor, readAuditPage } from './audit-pages.ts'
import { listAuditRows } from './audit-repository.ts'
import { toEntries } from './audit-service.ts'

/** The permission to read the entries about one kind of entity. */
const PERMISSION_OF: Readonly<Record<AuditEntity, Permission>> = {
  listing: 'see-listings',
  loan: 'see-loan-details',
  account: 'see-activity',
  grievance: 'answer-grievances',
}

/** @param requireMay throws unless the caller has the permission */
export function auditRoutes(
  { db }: Pick<RouteDeps, 'db'>,
  requireMay: (c: Context<AppEnv>, permission: Permission) => void,
): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.get('/audit', auditCalls.listAuditEntries, async (c) => {
    const { limit, afterId, ...filter } = readAuditPage(c.req.query())
    requireMay(c, filter.entity ? PERMISSION_OF[filter.entity] : 'see-activity')
    // One row more than the limit shows whether there is a next page.
    const rows = await listAuditRows(db, filter, limit + 1, afterId)
    const shown = rows.slice(0, limit)
    const last = rows.length > limit ? shown.at(-1) : undefined
    const meta = { nextCursor: last ? makeAuditCursor(last) : null }
    return c.json({ success: true, data: await toEntries(db, shown), meta })
  })

  return routes
}
