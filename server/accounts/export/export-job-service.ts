// Exports of lists with more rows than are sent while a person waits. A job makes the file (export-job-run-service.ts);
// the person finds it in a list for a day.

import type { Kysely } from 'kysely'
import { requireRole } from '#server/accounts/guards/auth-guard.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import { appendAccountAuditEntry } from '#server/platform/audit/audit-service.ts'
import { makeRecordId } from '#server/platform/database/record-id.ts'
import type { ExportRow } from '#server/platform/database/rows/export-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { Write } from '#server/platform/database/write.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { addJobs, removeJobs } from '#server/platform/jobs/job-queue-service.ts'
import type { ExportedListName } from '#src/domain/export/list-export.ts'
import { EXPORT_HOURS } from '#src/domain/retention.ts'
import type { StaffRole } from '#src/domain/team/permission.ts'
import { removeExportFiles, removeUnnamedExportFiles } from './export-job-files.ts'
import {
  countRunningExports,
  findExport,
  insertExport,
  type ListedExport,
  listExports,
  listExportsUntil,
  listReadyFiles,
  removeExports,
} from './export-job-repository.ts'

const MOST_RUNNING = 5 // of a person: one after the other is made, and each may have 300 MB
const MOST_LISTED = 200 // more than a team makes in a day
const HOUR_MS = 3_600_000

/** Where the files are: a folder that all processes share and that nobody is served from. */
export interface ExportDeps {
  uploadDir: string
}

/** A person who asks for exports, as they are at the moment. */
export interface ExportCaller {
  userId: string
  role: StaffRole
}

/** Stores the order and adds its job. @throws ServerError 409 while too many of the person are being made */
export async function orderExport(
  trx: Kysely<Tables>,
  order: Pick<
    ExportRow,
    'user_id' | 'device_label' | 'format' | 'query' | 'sees_details' | 'total'
  > & {
    list: ExportedListName
  },
  now: Date,
): Promise<ListedExport> {
  if ((await countRunningExports(trx, order.user_id)) >= MOST_RUNNING) throw tooManyExports()
  const row: ExportRow = {
    ...order,
    id: makeRecordId(now),
    state: 'running',
    row_count: 0,
    file: null,
    bytes: null,
    problem: null,
    created_at: now.toISOString(),
    ended_at: null,
  }
  await insertExport(trx, row)
  await addJobs(trx, 'exports', [{ lane: order.user_id, key: row.id }], now)
  return { ...row, madeBy: null }
}

/** The person's own exports, and those of the others for the roles that manage them; the newest first. */
export function listExportsFor(
  db: Kysely<Tables>,
  { userId, isManager }: { userId: string; isManager: boolean },
  now: Date,
): Promise<ListedExport[]> {
  return listExports(db, {
    userId: isManager ? null : userId,
    since: startOfKept(now),
    most: MOST_LISTED,
  })
}

/** An export that is kept. Those of other people are not found. @throws ServerError 404 */
export async function getOwnExport(
  db: Kysely<Tables>,
  id: string,
  { userId, now }: { userId: string; now: Date },
): Promise<ExportRow> {
  const row = await findExport(db, id, startOfKept(now))
  if (row?.user_id !== userId) throw noExport()
  return row
}

/** An export that a job may make; null if it is gone. */
export async function findKeptExport(
  db: Kysely<Tables>,
  id: string,
  now: Date,
): Promise<ExportRow | null> {
  return findExport(db, id, startOfKept(now))
}

/** Stops or deletes an export: its row and its job; the files follow. @throws ServerError 403 for another person's, 404 */
export async function removeExport(
  trx: Kysely<Tables>,
  id: string,
  by: ExportCaller & { deviceLabel: string; now: Date },
): Promise<void> {
  const row = await findExport(trx, id, startOfKept(by.now))
  if (!row) throw noExport()
  if (row.user_id !== by.userId) {
    requireRole(by.role, 'manage-exports')
    const { userId: accountId, deviceLabel, now } = by
    const detail = row.list
    await appendAccountAuditEntry(trx, 'export-removal', { accountId, deviceLabel, now, detail })
  }
  await removeJobs(trx, ['exports'], [id])
  await removeExports(trx, [id])
}

/** Deletes exports after their time, and the files that no export names. */
export async function removeOldExports(
  { db, write, uploadDir }: Pick<AppDeps, 'db'> & { write: Write } & ExportDeps,
  now: Date,
): Promise<void> {
  const ids = await listExportsUntil(db, startOfKept(now))
  if (ids.length > 0)
    await write(async (trx) => {
      await removeJobs(trx, ['exports'], ids)
      await removeExports(trx, ids)
    })
  removeExportFiles(uploadDir, new Set(ids))
  removeUnnamedExportFiles(uploadDir, await listReadyFiles(db), now)
}

/** What was asked for by then is not kept any more, whether or not it is deleted yet. */
function startOfKept(now: Date): string {
  return new Date(now.getTime() - EXPORT_HOURS * HOUR_MS).toISOString()
}

function noExport(): ServerError {
  return new ServerError(404, 'not-found', 'This export is not here any more.')
}

function tooManyExports(): ServerError {
  const sentence = `${MOST_RUNNING} of your exports are being made. Wait for one of them, or cancel one.`
  return new ServerError(409, 'too-many-exports', sentence)
}
