import { Hono } from 'hono'
import type { AppDeps, AppEnv } from '#server/app-env.ts'
import { auditCalls } from './audit-calls.ts'
import { toWireAuditEntry } from './audit-entry-wire.ts'
import { makeAuditCursor, readAuditPage } from './audit-pages.ts'
import { listAuditRows } from './audit-repository.ts'

export function auditRoutes({ db }: Pick<AppDeps, 'db'>): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.get('/audit', auditCalls.listDeeds, async (c) => {
    const { limit, afterId, ...filter } = readAuditPage(c.req.query())
    // One row more than the limit shows whether there is a next page.
    const rows = await listAuditRows(db, filter, limit + 1, afterId)
    const shown = rows.slice(0, limit)
    const last = rows.length > limit ? shown.at(-1) : undefined
    const meta = { nextCursor: last ? makeAuditCursor(last) : null }
    return c.json({ success: true, data: shown.map(toWireAuditEntry), meta })
  })

  return routes
}
