import type { AppDeps } from '#server/app-env.ts'
import { runImports } from '#server/imports/import-run-service.ts'

const EVERY_MS = 10_000 // an import is started by the call; this continues those of killed processes

/** Continues imports that no process works on, now and every ten seconds. */
export function startImportJob({
  db,
  clock,
  background,
}: Pick<AppDeps, 'db' | 'clock' | 'background'>): { stop(): void } {
  let isStopped = false
  let isRunning = false
  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    try {
      await runImports({ db, clock, isStopping: () => isStopped })
    } finally {
      isRunning = false
    }
  }
  background.start(run)
  const timer = setInterval(() => background.start(run), EVERY_MS).unref()
  return {
    stop() {
      isStopped = true
      clearInterval(timer)
    },
  }
}
