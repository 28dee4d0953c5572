import { dirname, resolve } from 'node:path'
import type { Command } from 'commander'
import { erasureListIn, readErasureList } from '#server/operations/erasure-list.ts'
import { type Restored, restoreBackup } from '#server/operations/restore-service.ts'
import { readSettings } from '#server/platform/config/server-settings.ts'
import { describeDataPlace, openData } from '#server/platform/database/open-data.ts'
import { makeMediaStore } from '#server/platform/media/stores/media-store-service.ts'
import { groupIndian } from '#src/domain/money.ts'
import { requireConfirmation } from './confirmation.ts'
import { listTables } from './copied-tables.ts'
import { requireEmptyTarget } from './empty-target.ts'
import { makeProgressLine } from './progress-line.ts'
import { describeAccess } from './restored-access-lines.ts'
import { type DestructiveOptions, makeDestructiveCommand } from './writing-command.ts'

export function restoreCommand(): Command {
  return makeDestructiveCommand('restore')
    .description(
      'Brings a backup into an empty database, with the servers stopped; everybody has to sign in again',
    )
    .argument('<file>', 'what the subcommand backup wrote')
    .action(restoreFile)
}

async function restoreFile(name: string, { dryRun, yes }: DestructiveOptions): Promise<void> {
  const settings = readSettings(process.env)
  const file = resolve(name)
  const place = describeDataPlace(settings)
  const report = makeProgressLine()
  const erasedIds = listErasedIds([settings.backupDir, dirname(file)])
  const mediaStore = makeMediaStore(settings)
  const target = { ...settings, report, erasedIds: erasedIds ?? [], mediaStore }
  if (dryRun) {
    await requireEmptyTarget(settings)
    const { audit, erased, access, media, hasChecksum } = await restoreBackup(file, {
      ...target,
      db: null,
    })
    const notes = `${describeChecksum(hasChecksum)}${describeErasures(erased, erasedIds)}${describeAccess(access)}${describeMedia(media)}`
    process.stdout.write(
      `${describeAudit(audit)}${notes}${file} would be restored into ${place}.\n`,
    )
    return
  }
  await requireConfirmation(`Restore ${file} into ${place}?`, yes)
  const { db, close } = await openData(settings, { isRestore: true })
  try {
    const { tables, audit, erased, access, media, hasChecksum } = await restoreBackup(file, {
      ...target,
      db,
    })
    const notes = `${describeChecksum(hasChecksum)}${describeErasures(erased, erasedIds)}${describeAccess(access)}${describeMedia(media)}`
    process.stdout.write(`${listTables(tables)}${describeAudit(audit)}${notes}`)
  } finally {
    await close()
  }
  process.stdout.write(`${file} is in ${place} now. Everybody has to sign in again.\n`)
}

/** The ids of erased accounts from the erasure lists in these folders; null without a list. */
function listErasedIds(folders: readonly string[]): string[] | null {
  const lists = folders
    .map((folder) => readErasureList(erasureListIn(folder)))
    .filter((list) => list !== null)
  return lists.length === 0 ? null : [...new Set(lists.flat())]
}

function describeErasures(erased: number, erasedIds: readonly string[] | null): string {
  if (erasedIds !== null) return `Accounts erased again: ${groupIndian(erased)}.\n`
  return 'There is no list of erased accounts beside the backup or in BACKUP_DIR: accounts that were erased after the backup are back. Erase them with the subcommand apply-erasures once you find the list.\n'
}

function describeChecksum(hasChecksum: boolean): string {
  if (hasChecksum) return 'The backup agrees with its checksum.\n'
  return 'There is no checksum beside the backup: damage that SQLite does not notice would be restored.\n'
}

function describeMedia(media: Restored['media']): string {
  if (!media) return 'There is no folder of photos and videos beside the backup.\n'
  const { files, missing } = media
  const lost =
    missing > 0 ? `Photos and videos with missing or damaged files: ${groupIndian(missing)}.\n` : ''
  return `Files of photos and videos: ${groupIndian(files)}.\n${lost}`
}

function describeAudit({ rows, lastHash }: Restored['audit']): string {
  if (lastHash === null) return 'The audit log is whole: it has no rows yet.\n'
  return `The audit log is whole: rows ${groupIndian(rows)}, last hash ${lastHash}.\n`
}
