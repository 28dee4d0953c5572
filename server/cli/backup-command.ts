import { resolve } from 'node:path'
import type { Command } from 'commander'
import {
  backUpMedia,
  type CopiedMedia,
  mediaFolderOf,
} from '#server/listings/media/backup/media-backup-service.ts'
import {
  recordBackup,
  retainedBackupPath,
  writeRetainedBackup,
} from '#server/operations/backup-retention.ts'
import { readSettings } from '#server/platform/config/server-settings.ts'
import { backUp } from '#server/platform/database/backup/backup.ts'
import { describeDataPlace, openDataUnlocked } from '#server/platform/database/open-data.ts'
import { makeMediaStore } from '#server/platform/media/stores/media-store-service.ts'
import { countNoun, groupIndian } from '#src/domain/money.ts'
import { makeProgressLine } from './progress-line.ts'
import { makeWritingCommand, type WriteOptions } from './writing-command.ts'

export function backupCommand(): Command {
  return makeWritingCommand('backup')
    .description('Writes what the database holds now into one file; a server may be running')
    .argument(
      '[file]',
      'a new file; without it one in BACKUP_DIR, of which the newest BACKUP_KEEP stay',
    )
    .option(
      '--with-media',
      'copy the photos and videos of owners too, into a folder beside the file',
    )
    .action(writeBackup)
}

interface BackupOptions extends WriteOptions {
  withMedia?: true
}

async function writeBackup(
  name: string | undefined,
  { dryRun, withMedia }: BackupOptions,
): Promise<void> {
  const settings = readSettings(process.env)
  const place = describeDataPlace(settings)
  const { db, close } = await openDataUnlocked(settings)
  try {
    if (dryRun) {
      const file = name ? resolve(name) : retainedBackupPath(settings.backupDir, new Date())
      process.stdout.write(`What is in ${place} would be written to ${file}.\n`)
      if (withMedia) process.stdout.write(`Media would be copied into ${mediaFolderOf(file)}.\n`)
      return
    }
    const report = makeProgressLine()
    const mediaStore = makeMediaStore(settings)
    let media: CopiedMedia | null = null
    const addMedia = async (file: string) => {
      if (withMedia) media = await backUpMedia(file, { db, mediaStore, report })
    }
    const file = name
      ? resolve(name)
      : await writeRetainedBackup(db, settings, { report, addMedia })
    if (name) {
      await backUp(db, file, report)
      await addMedia(file)
      // With a schedule, only its own backups count: they are the ones that stay.
      if (settings.backupEveryHours === 0) await recordBackup(db, new Date())
    }
    process.stdout.write(`What was in ${place} is in ${file}.\n${describeMedia(media)}`)
  } finally {
    await close()
  }
}

function describeMedia(media: CopiedMedia | null): string {
  if (!media) return ''
  const { folder, files, missing } = media
  const lost =
    missing > 0
      ? `Photos and videos without their files in the store: ${groupIndian(missing)}.\n`
      : ''
  return `The photos and videos are in ${folder}, in ${countNoun(files, 'file')}.\n${lost}`
}
