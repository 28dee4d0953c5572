import type { AppDeps } from '#server/app-env.ts'
import { runImports } from '#server/imports/import-run-service.ts'
import { type JobDeps, startRepeatingJob } from './repeating-job.ts'

const EVERY_MS = 10_000 // only for imports of killed processes: others run when they are started

/** Resumes imports without a live lease, now and every ten seconds. */
export function startImportJob(deps: JobDeps & Pick<AppDeps, 'db' | 'write' | 'clock'>): {
  stop(): void
} {
  const { db, write, clock } = deps
  return startRepeatingJob(deps, {
    name: 'imports',
    everyMs: EVERY_MS,
    work: (isStopping) => runImports({ db, write, clock, isStopping }),
  })
}
