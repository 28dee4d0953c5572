import { type ErasureDeps, eraseDueAccounts } from '#server/accounts/erasure/erasure-service.ts'
import { expireListings, remindOwners } from '#server/listings/market/expiry-service.ts'
import { keepPromises } from '#server/listings/review/wait-promise-service.ts'
import { releaseDueMessages } from '#server/notices/messages/message-delivery-service.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import { findAuditHead } from '#server/platform/audit/audit-check-service.ts'
import type { ServerSettings } from '#server/platform/config/server-settings.ts'
import type { ScheduledWork } from '#server/platform/jobs/schedule-service.ts'
import type { MediaDeps } from '#server/platform/media/stores/media-store-service.ts'
import { CLEANUP_HOURS } from '#src/domain/retention.ts'
import { runLogged } from './background-work.ts'
import { BACKUP_MS, runBackupProcess } from './backup-process.ts'
import { writeErasureList } from './erasure-list.ts'
import { cleanUp } from './expiry-cleanup.ts'
import { PERSONAL_PARTS } from './personal-parts.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export interface ScheduledWorkDeps
  extends Omit<ErasureDeps, 'parts'>,
    Pick<AppDeps, 'write' | 'clock' | 'publicUrl'>,
    MediaDeps {
  settings: ErasureDeps['settings'] &
    Pick<ServerSettings, 'backupDir' | 'backupEveryHours' | 'backupMedia'>
}

/**
 * What the server does again and again. Each process does all of it, except the backups: several processes may do the
 * same work at once, because each row is changed or removed by one of them only.
 */
export function listScheduledWork(deps: ScheduledWorkDeps): ScheduledWork[] {
  const { db, clock, log, settings } = deps
  const works: ScheduledWork[] = [
    // A message is due a minute after its decision.
    {
      name: 'inbox',
      everyMs: 5_000,
      run: ({ isStopping }) => releaseDueMessages(deps, isStopping),
    },
    // Screens show only the date of the expiry, so an hour's delay does not matter.
    { name: 'expiry', everyMs: HOUR_MS, run: expire },
    {
      name: 'reminders',
      everyMs: HOUR_MS,
      run: ({ isStopping }) => remindOwners({ ...deps, isStopping }, clock()),
    },
    // A place in the queue counts as that of the arrival, so it is looked up soon.
    {
      name: 'waits',
      everyMs: MINUTE_MS,
      isShared: true,
      run: ({ isStopping }) => keepPromises(deps, isStopping),
    },
    {
      name: 'cleanup',
      everyMs: CLEANUP_HOURS * HOUR_MS,
      run: ({ isStopping }) => cleanUp(deps, isStopping),
    },
    // Screens and mails give the date of the erasure, not its time.
    { name: 'erasure', everyMs: HOUR_MS, run: erase },
    { name: 'audit-head', everyMs: HOUR_MS, run: () => logAuditHead(deps) },
  ]
  if (settings.backupEveryHours > 0)
    works.push({
      name: 'backup',
      everyMs: settings.backupEveryHours * HOUR_MS,
      stillMs: BACKUP_MS + MINUTE_MS,
      isShared: true,
      async run({ signal }) {
        await runBackupProcess(settings, signal)
        log.info('backup made')
      },
    })
  return works

  async function expire(): Promise<void> {
    const ended = await expireListings(db, clock())
    if (ended > 0) log.info({ ended }, 'listings have expired')
  }

  /** Each machine needs the list of erased accounts in its own backup folder, for a restore. */
  async function erase(): Promise<void> {
    await eraseDueAccounts({ ...deps, parts: PERSONAL_PARTS }, clock())
    await runLogged(log, () => writeErasureList(db, settings.backupDir))
  }
}

/**
 * Logs the last hash of the audit log: at the start, every hour and at shutdown. The chain itself cannot reveal
 * that its end was removed. `npm run manage -- audit <hash>` detects the removal, with a hash from a
 * log that was stored on another machine.
 */
export async function logAuditHead({ db, log }: Pick<AppDeps, 'db' | 'log'>): Promise<void> {
  // Logged at every level except silent: a server with little logging needs this line just as much.
  const headLog = log.child({}, { level: log.level === 'silent' ? 'silent' : 'info' })
  const head = await findAuditHead(db)
  if (head) headLog.info(head, "the audit log's last hash")
}
