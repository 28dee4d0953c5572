import type { Eraser } from '#server/platform/personal-tables/personal-table.ts'
import {
  leaveTableOut,
  type PersonalTables,
} from '#server/platform/personal-tables/personal-table.ts'
import { eraseUploads } from './upload-expiry-service.ts'

export const UPLOAD_TABLES = {
  uploads: leaveTableOut('Files on their way to the server, for a day at most.', 'owner_id'),
} satisfies Partial<PersonalTables>

export const eraseUploadsOf: Eraser = async (trx, { account, folders, now }) => {
  if (folders) await eraseUploads(trx, folders.uploadDir, { ownerId: account.id, now })
  return []
}
