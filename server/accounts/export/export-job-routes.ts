import { Hono } from 'hono'
import { getRole, requireRecentConfirmation } from '#server/accounts/guards/auth-guard.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { isRecordId } from '#server/platform/database/record-id.ts'
import { findFile, sendFile } from '#server/platform/http/files/file-answer.ts'
import { sendTagged, tagOf } from '#server/platform/http/files/tagged-answer.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { EXPORT_TYPES } from '#src/domain/export/table-export.ts'
import { may } from '#src/domain/team/permission.ts'
import { exportJobCalls } from './export-job-calls.ts'
import { removeExportFiles } from './export-job-files.ts'
import type { ExportedLists } from './export-job-run-service.ts'
import {
  type ExportDeps,
  getOwnExport,
  listExportsFor,
  removeExport,
} from './export-job-service.ts'
import { type ListExportsAnswer, toWireExport } from './export-job-wire.ts'
import { requireMayExport } from './export-rights-service.ts'
import { nameExportFile } from './list-export-service.ts'

/** The exports that are made in the background. Runs behind requireStaff. */
export function exportJobRoutes(
  deps: Pick<RouteDeps, 'db' | 'clock'> & ExportDeps,
  lists: ExportedLists,
): Hono<AppEnv> {
  const { db, clock, uploadDir } = deps
  const routes = new Hono<AppEnv>()

  routes.get('/exports', exportJobCalls.listExports, async (c) => {
    const { userId } = c.get('session')
    const isManager = may(getRole(c), 'manage-exports')
    const exports = await listExportsFor(db, { userId, isManager }, clock())
    const data = exports.map((row) => toWireExport(row, userId))
    const body = JSON.stringify({ success: true, data } satisfies ListExportsAnswer)
    return sendTagged(c, tagOf(body), () => body)
  })

  routes.get(
    '/exports/:id/file',
    exportJobCalls.downloadExport,
    requireRecentConfirmation(deps),
    async (c) => {
      const { userId } = c.get('session')
      const row = await getOwnExport(db, readId(c.req.param('id')), { userId, now: clock() })
      requireMayExport(getRole(c), lists[row.list], row)
      const file = row.file === null ? null : await findFile(uploadDir, [row.file])
      if (!file) throw new ServerError(404, 'not-found', 'The file is not ready.')
      const name = nameExportFile(lists[row.list].table, row.format, row.created_at)
      c.header('Content-Disposition', `attachment; filename="${name}"`)
      return sendFile(c, file, EXPORT_TYPES[row.format])
    },
  )

  routes.delete('/exports/:id', exportJobCalls.removeExport, async (c) => {
    const id = readId(c.req.param('id'))
    await c.get('rights').write((trx) => {
      // In the transaction, the role as it is then.
      const { userId, deviceLabel } = c.get('session')
      return removeExport(trx, id, { userId, role: getRole(c), deviceLabel, now: clock() })
    })
    removeExportFiles(uploadDir, new Set([id]))
    return c.json({ success: true })
  })

  return routes
}

function readId(id: string): string {
  if (isRecordId(id)) return id
  throw new ServerError(404, 'not-found', 'An export has no such id.')
}
