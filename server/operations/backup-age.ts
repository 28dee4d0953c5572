import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/schema.ts'
import { findDoneAt } from '#server/platform/jobs/schedule-service.ts'

/**
 * Seconds since the newest backup, whichever process or command made it. Before the first one: infinite if backups are
 * scheduled, otherwise null, because another program may make them.
 */
export async function findBackupAge(
  db: Kysely<Tables>,
  { backupEveryHours }: { backupEveryHours: number },
  now: Date,
): Promise<number | null> {
  const doneAt = await findDoneAt(db, 'backup')
  if (doneAt === null) return backupEveryHours > 0 ? Number.POSITIVE_INFINITY : null
  return (now.getTime() - Date.parse(doneAt)) / 1000
}
