import { removeJobs } from '#server/platform/jobs/job-queue-service.ts'
import {
  type Eraser,
  INTERNAL,
  leaveOut,
  OWN_ID,
  ofUser,
  type PersonalTables,
} from '#server/platform/personal-tables/personal-table.ts'
import { removeExportFiles } from './export-job-files.ts'
import { listExportsOf } from './export-job-repository.ts'

export const EXPORT_TABLES = {
  exports: {
    erased: 'user_id',
    file: 'list-exports.json',
    says: 'The lists that you exported in the background as a member of the team, for a day.',
    isOf: ofUser,
    key: ['id'],
    columns: {
      id: 'id',
      user_id: OWN_ID,
      device_label: 'device',
      list: 'list',
      format: 'format',
      query: 'query',
      sees_details: INTERNAL,
      state: 'state',
      row_count: 'rows',
      total: INTERNAL,
      file: leaveOut(
        'The file has the data of other people; the person downloads it in the panel.',
      ),
      bytes: 'bytes',
      problem: 'problem',
      created_at: 'createdAt',
      ended_at: 'endedAt',
    },
  },
} satisfies Partial<PersonalTables>

/** Deletes the files and the jobs. The rows follow with their table. */
export const eraseExportsOf: Eraser = async (trx, { account, folders }) => {
  const ids = await listExportsOf(trx, account.id)
  await removeJobs(trx, ['exports'], ids)
  if (folders) removeExportFiles(folders.uploadDir, new Set(ids))
  return []
}
