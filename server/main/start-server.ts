import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import {
  ensureOperator,
  getOperator,
  type OperatorSignIn,
  requirePasswordFitFor,
} from '#server/accounts/sign-in/operator-account-service.ts'
import { type DemoSignIn, seedDemo } from '#server/demo/demo-seeding.ts'
import { listLiveClaims } from '#server/listings/claims/claim-service.ts'
import { prepareDueTimes } from '#server/listings/due/due-start-service.ts'
import { preparePans } from '#server/loans/pan-sealing-service.ts'
import { ensurePushKeys } from '#server/notices/messages/push-key-service.ts'
import { isPushAvailable } from '#server/notices/messages/push-sender.ts'
import { makeBackgroundWork } from '#server/operations/background-work.ts'
import { findBackupAge } from '#server/operations/backup-age.ts'
import { listJobKinds } from '#server/operations/job-kinds.ts'
import { listScheduledWork, logAuditHead } from '#server/operations/scheduled-work.ts'
import { listMediaDirs, PROJECT_DIR } from '#server/platform/config/app-folders.ts'
import { getAppSecret } from '#server/platform/config/app-secret.ts'
import { isServedLocally } from '#server/platform/config/loopback-host.ts'
import { requireReadableMediaDir } from '#server/platform/config/media-access.ts'
import { requireSeparateMediaDir } from '#server/platform/config/media-folder.ts'
import { repairPermissions } from '#server/platform/config/private-files.ts'
import type { ServerSettings } from '#server/platform/config/server-settings.ts'
import { openData } from '#server/platform/database/open-data.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { makeWrite } from '#server/platform/database/write.ts'
import { findReadiness, type Lifecycle } from '#server/platform/health/readiness-service.ts'
import { makeListCache } from '#server/platform/http/calls/list-cache.ts'
import { closeHttp } from '#server/platform/http/http-listening.ts'
import { countJobs } from '#server/platform/jobs/job-queue-service.ts'
import { startJobs } from '#server/platform/jobs/job-runner-service.ts'
import { startSchedule } from '#server/platform/jobs/schedule-service.ts'
import { type ListenForChanges, makeChangeFeed } from '#server/platform/live/change-feed.ts'
import { makeLog } from '#server/platform/log/server-log.ts'
import { makeMailer } from '#server/platform/mail/mail-service.ts'
import { makeMediaStore } from '#server/platform/media/stores/media-store-service.ts'
import { readBuild } from '#server/platform/metrics/build-version.ts'
import { makeMetrics } from '#server/platform/metrics/metrics-service.ts'
import { createOutboundClient } from '#server/platform/outbound/outbound-service.ts'
import { stopParsing } from '#server/platform/parsing/parsing-service.ts'
import { logRestore } from '#server/restores/restore-log-service.ts'
import { createApp, type WholeDeps } from './create-app.ts'
import { listen, listenForMetrics } from './server-listening.ts'

const CRON_HOURS = 24 // how often operations.md says that cron makes backups without BACKUP_EVERY
const HOUR_S = 3_600

export interface RunningServer {
  port: number
  publicUrl: string
  /** Null without METRICS_PORT. */
  metricsPort: number | null
  operator: OperatorSignIn
  /** Set only if this start created the demonstration data. */
  demoUser: DemoSignIn | null
  /**
   * Reports not ready, gives proxies time to notice, finishes running requests and mails, then
   * closes the database.
   */
  close: () => Promise<void>
}

/**
 * Opens the data folder, listens, and serves requests as soon as the data is ready. @throws
 * SetupError
 */
export async function startServer(
  settings: ServerSettings,
  distDir: string | null,
): Promise<RunningServer> {
  requireSeparateMediaDir(settings)
  requireReadableMediaDir(settings)
  const unrepaired = repairPermissions(settings.dataDir)
  const {
    db,
    close: closeDatabase,
    countConnections,
    listen: listenForChanges,
  } = await openData(settings)
  let open: () => void = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  try {
    const clock = () => new Date()
    const pans = await preparePans(db, settings)
    const lifecycle: Lifecycle = { phase: 'starting' }
    const deps = makeDeps(db, settings, { pans, lifecycle, listenForChanges })
    deps.metrics.watchServer({
      build: readBuild(PROJECT_DIR),
      dataDir: settings.dataDir,
      isReady: async () => (await findReadiness(db, lifecycle)) === 'ready',
      countConnections,
    })
    deps.metrics.watchJobs(() => countJobs(db))
    deps.metrics.watchBackups(
      () => findBackupAge(db, settings, clock()),
      (settings.backupEveryHours || CRON_HOURS) * HOUR_S,
    )
    if (unrepaired.length > 0)
      deps.log.warn(
        { count: unrepaired.length },
        'files in DATA_DIR belong to another user, and others may read them',
      )
    // Listen before creating the operator: its generated password would be lost if listening failed later.
    const metricsServer = await listenForMetrics(deps.metrics, settings)
    const { server, port, publicUrl } = await listen(
      { settings, log: deps.log, clock },
      opened,
      (address) => createApp({ ...deps, clock, distDir, publicUrl: address }),
    )
    const { operator, demoUser } = await prepareData(db, settings, deps)
    await ensurePushKeys(db, deps.appSecret)
    await logRestore(deps)
    lifecycle.phase = 'serving'
    open()
    // On a trial of this machine alone, the switch itself says it early enough.
    if (!isPushAvailable(publicUrl))
      deps.log[isServedLocally(settings) ? 'info' : 'warn'](
        { publicUrl },
        'notifications are off: push services need an https PUBLIC_URL',
      )
    // Checks the mail server and the media store now, so that the log shows a wrong setting before
    // users miss their codes or photos.
    deps.background.start(() => deps.mailer.isUsable())
    deps.background.start(() => deps.mediaStore.check())
    const outbound = createOutboundClient({ proxy: settings.outboundProxy })
    const workDeps = { ...deps, settings, clock, publicUrl, outbound }
    const running = [
      startSchedule(workDeps, listScheduledWork(workDeps)),
      startJobs(workDeps, listJobKinds(workDeps)),
    ]
    const close = async () => {
      lifecycle.phase = 'closing'
      for (const { stop } of running) stop()
      await wait(settings.drainSeconds * 1000)
      await deps.changes.close()
      await closeHttp(server)
      deps.background.start(() => logAuditHead(deps))
      await deps.background.settle()
      await stopParsing()
      await metricsServer?.close()
      await closeDatabase()
    }
    return { port, publicUrl, metricsPort: metricsServer?.port ?? null, operator, demoUser, close }
  } catch (error) {
    await closeDatabase()
    throw error
  }
}

function makeDeps(
  db: Kysely<Tables>,
  settings: ServerSettings,
  {
    listenForChanges,
    ...made
  }: Pick<WholeDeps, 'pans' | 'lifecycle'> & { listenForChanges: ListenForChanges | undefined },
): Omit<WholeDeps, 'clock' | 'distDir' | 'publicUrl'> {
  const log = makeLog(settings.logLevel)
  const metrics = makeMetrics()
  const changes = makeChangeFeed({
    db,
    log,
    listen: listenForChanges,
    readClaims: async () => JSON.stringify(await listLiveClaims(db, new Date())),
  })
  return {
    ...made,
    db,
    write: makeWrite(db, changes.note),
    changes,
    settings,
    log,
    mailer: makeMailer(settings, log, metrics),
    background: makeBackgroundWork(log),
    appSecret: getAppSecret(settings.appSecret, settings.dataDir),
    metrics,
    lists: makeListCache(),
    mediaDirs: listMediaDirs(settings.mediaDir),
    mediaStore: makeMediaStore(settings),
    uploadDir: settings.uploadDir,
  }
}

async function prepareData(
  db: Kysely<Tables>,
  settings: ServerSettings,
  secrets: Pick<WholeDeps, 'pans' | 'appSecret'>,
): Promise<Pick<RunningServer, 'operator' | 'demoUser'>> {
  const now = new Date()
  const { adminEmail: email, adminPassword: password } = settings
  const operator = await ensureOperator(db, { email, password, now })
  requirePasswordFitFor(operator, settings)
  const demoUser = settings.seed === 'none' ? null : await addDemo(db, secrets, now)
  await prepareDueTimes(makeWrite(db), settings.reviewDueHours)
  return { operator, demoUser }
}

async function addDemo(
  db: Kysely<Tables>,
  secrets: Pick<WholeDeps, 'pans' | 'appSecret'>,
  now: Date,
): Promise<DemoSignIn | null> {
  const { id: accountId } = await getOperator(db)
  const seeded = await seedDemo(
    { db, write: makeWrite(db) },
    { ...secrets, now, by: { accountId, deviceLabel: 'Server' } },
  )
  return seeded?.demoUser ?? null
}
