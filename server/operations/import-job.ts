import type { AppDeps } from '#server/app-env.ts'
import { runImports } from '#server/imports/import-run-service.ts'
import { startRepeatingJob } from './repeating-job.ts'

const EVERY_MS = 10_000 // only for imports of killed processes: others run when they are started

/** Resumes imports without a live lease, now and every ten seconds. */
export function startImportJob({
  db,
  write,
  clock,
  background,
}: Pick<AppDeps, 'db' | 'write' | 'clock' | 'background'>): { stop(): void } {
  return startRepeatingJob({ background }, EVERY_MS, (isStopping) =>
    runImports({ db, write, clock, isStopping }),
  )
}
