import { resolve } from 'node:path'
import type { Command } from 'commander'
import { eraseAgain } from '#server/accounts/erasure/erasure-service.ts'
import { makeMediaRemovalKind } from '#server/listings/media/media-removal-queue-service.ts'
import { erasureListIn, readErasureList } from '#server/operations/erasure-list.ts'
import { PERSONAL_PARTS } from '#server/operations/personal-parts.ts'
import { endRestoredAccess } from '#server/operations/restored-access-service.ts'
import { readSettings } from '#server/platform/config/server-settings.ts'
import { SetupError } from '#server/platform/config/setup-error.ts'
import { describeDataPlace, openDataUnlocked } from '#server/platform/database/open-data.ts'
import { makeWrite } from '#server/platform/database/write.ts'
import { countJobs } from '#server/platform/jobs/job-queue-service.ts'
import { runDueJobs } from '#server/platform/jobs/job-runner-service.ts'
import { makeLog } from '#server/platform/log/server-log.ts'
import { makeMediaStore } from '#server/platform/media/stores/media-store-service.ts'
import { makeMetrics } from '#server/platform/metrics/metrics-service.ts'
import { countNoun, groupIndian } from '#src/domain/money.ts'
import { requireConfirmation } from './confirmation.ts'
import { describeAccess } from './restored-access-lines.ts'
import { type DestructiveOptions, makeDestructiveCommand } from './writing-command.ts'

export function applyErasuresCommand(): Command {
  return makeDestructiveCommand('apply-erasures')
    .description(
      'Erases the accounts of a list again and ends sessions, links and API keys, after a database was restored without the subcommand restore',
    )
    .argument('[file]', 'the list; without it the one in BACKUP_DIR')
    .action(applyErasures)
}

async function applyErasures(
  name: string | undefined,
  { dryRun, yes }: DestructiveOptions,
): Promise<void> {
  const settings = readSettings(process.env)
  const file = name ? resolve(name) : erasureListIn(settings.backupDir)
  const ids = readErasureList(file)
  if (!ids) throw new SetupError(`${file} is not there; nothing was changed.`)
  const place = describeDataPlace(settings)
  const accounts = countNoun(ids.length, 'account')
  if (dryRun) {
    process.stdout.write(
      `The ${accounts} of ${file} would be erased in ${place}. Every session, link and API key would end, and every webhook would be paused.\n`,
    )
    return
  }
  await requireConfirmation(
    `Erase the ${accounts} of ${file} in ${place}, end every session, link and API key, and pause every webhook?`,
    yes,
  )
  const { db, close } = await openDataUnlocked(settings)
  try {
    const now = new Date()
    const erased = await eraseAgain(db, ids, now, PERSONAL_PARTS)
    process.stdout.write(
      `Accounts erased: ${groupIndian(erased)}. The others were not there any more.\n`,
    )
    process.stdout.write(describeAccess(await endRestoredAccess(db, null, now)))
    // Deletes the erased accounts' media files at once; a running server would do so soon.
    const log = makeLog(settings.logLevel)
    const mediaStore = makeMediaStore(settings)
    const deps = { db, write: makeWrite(db), log, metrics: makeMetrics(), clock: () => new Date() }
    await runDueJobs(deps, makeMediaRemovalKind({ mediaStore, log }))
    const left = (await countJobs(db)).some(({ kind }) => kind === 'media-removals')
    if (left)
      process.stdout.write('Some photos could not be deleted; a running server tries again.\n')
  } finally {
    await close()
  }
}
