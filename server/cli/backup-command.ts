import { resolve } from 'node:path'
import type { Command } from 'commander'
import { readSettings } from '#server/config/server-settings.ts'
import { backUp } from '#server/database/backup/backup.ts'
import { describePlace, openDataBeside } from '#server/database/connection/open-data.ts'
import { retainedBackupPath, writeRetainedBackup } from '#server/operations/backup-retention.ts'
import { makeProgressLine } from './progress-line.ts'
import { makeWritingCommand, type WriteOptions } from './writing-command.ts'

export function backupCommand(): Command {
  return makeWritingCommand('backup')
    .description('Writes what the database holds now into one file; a server may be running')
    .argument(
      '[file]',
      'a new file; without it one in BACKUP_DIR, of which the newest BACKUP_KEEP stay',
    )
    .action(writeBackup)
}

async function writeBackup(name: string | undefined, { dryRun }: WriteOptions): Promise<void> {
  const settings = readSettings(process.env)
  const place = describePlace(settings)
  const { db, close } = await openDataBeside(settings)
  try {
    if (dryRun) {
      const file = name ? resolve(name) : retainedBackupPath(settings.backupDir, new Date())
      process.stdout.write(`What is in ${place} would be written to ${file}.\n`)
      return
    }
    const report = makeProgressLine()
    const file = name ? resolve(name) : await writeRetainedBackup(db, settings, { report })
    if (name) await backUp(db, file, report)
    process.stdout.write(`What was in ${place} is in ${file}.\n`)
  } finally {
    await close()
  }
}
