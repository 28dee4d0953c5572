import { listScheduledWork, type ScheduledWorkDeps } from '#server/operations/scheduled-work.ts'
import type { WorkName } from '#server/platform/metrics/metrics-service.ts'
import type { TestServer } from './server-fixture.ts'

/** One of the works that a server process does again and again. */
export function findScheduled(
  { clock, ...server }: TestServer,
  name: WorkName,
  change: Partial<ScheduledWorkDeps> = {},
) {
  const backups = { backupDir: '/nowhere', backupEveryHours: 0, backupMedia: 'off' as const }
  const settings = { adminEmail: null, mediaDir: server.mediaDir, ...backups }
  const deps = { ...server, clock: clock.now, settings, ...change }
  const work = listScheduledWork(deps).find((one) => one.name === name)
  if (!work) throw new Error(`no scheduled work is named ${name}`)
  return work
}
