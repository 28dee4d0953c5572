import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { ServerSettings } from '#server/platform/config/server-settings.ts'
import { backUp, UNFINISHED } from '#server/platform/database/backup/backup.ts'
import { removeBackup } from '#server/platform/database/backup/backup-checksum.ts'
import type { ReportRows } from '#server/platform/database/backup/copy-data.ts'
import { isMigrated } from '#server/platform/database/migrate.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { setScheduleDone } from '#server/platform/jobs/schedule-service.ts'

const PRIVATE_FOLDER = 0o700
const NAME = /^marketplace-[\dTZ.-]+\.backup$/
const BESIDE = /^(.*\.backup)(?:\.media.*|\.sha256)$/ // MEDIA_FOLDER, also an unfinished one, and a checksum
const ABANDONED_MS = 3_600_000 // an unfinished file that is unchanged for an hour was left by a killed process

type RetentionSettings = Pick<ServerSettings, 'backupDir' | 'backupKeep'>

/** The file path of a backup made at this time. */
export function retainedBackupPath(backupDir: string, now: Date): string {
  return join(backupDir, `marketplace-${now.toISOString().replaceAll(':', '-')}.backup`)
}

/**
 * Writes a backup and deletes the oldest ones beyond BACKUP_KEEP, with their media. Runs `addMedia`
 * in between, so that no earlier backup is deleted before the new one is complete. @throws SetupError
 */
export async function writeRetainedBackup(
  db: Kysely<Tables>,
  { backupDir, backupKeep }: RetentionSettings,
  {
    now = new Date(),
    report,
    addMedia,
  }: { now?: Date; report?: ReportRows; addMedia?: (file: string) => Promise<void> } = {},
): Promise<string> {
  const file = retainedBackupPath(backupDir, now)
  mkdirSync(backupDir, { recursive: true, mode: PRIVATE_FOLDER })
  await backUp(db, file, report)
  await addMedia?.(file)
  removeOldOnes(backupDir, backupKeep, now)
  await recordBackup(db, now)
  return file
}

/** Records the time of the newest backup, for the schedule and for the metric of its age. */
export async function recordBackup(db: Kysely<Tables>, now: Date): Promise<void> {
  // The tables of another version may be other ones. A running server has this version's.
  if (await isMigrated(db)) await setScheduleDone(db, 'backup', now.toISOString())
}

function removeOldOnes(folder: string, keep: number, now: Date): void {
  const names = readdirSync(folder)
  const tooMany = names
    .filter((name) => NAME.test(name))
    .sort()
    .slice(0, -keep)
  const abandoned = names.filter((name) => {
    const [whole = '', rest] = name.split(UNFINISHED)
    if (rest === undefined || !NAME.test(whole)) return false
    const found = statSync(join(folder, name), { throwIfNoEntry: false })
    return found !== undefined && now.getTime() - found.mtimeMs > ABANDONED_MS
  })
  for (const name of [...tooMany, ...abandoned]) removeBackup(join(folder, name))
  // Also deletes media folders and checksums without a backup: a killed process left them, or their backup was deleted.
  for (const name of names) {
    const [, file = ''] = BESIDE.exec(name) ?? []
    if (!NAME.test(file) || existsSync(join(folder, file))) continue
    rmSync(join(folder, name), { recursive: true, force: true })
  }
}
