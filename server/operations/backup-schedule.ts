import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Tables } from '#server/database/schema.ts'
import { findJob, type Lease, setLeaseEnd, takeLease } from './job-lease-repository.ts'

// Regular backups, made by one of the processes that share a database.

const LEASE_MS = 300_000 // how long other processes wait after the lease's holder was killed
const RENEW_MS = 60_000
const RETRY_MS = 600_000 // nobody frees a full disk sooner
const HOUR_MS = 3_600_000

export interface BackupSchedule {
  /** Makes a backup if it is due and no other process is making it. Never throws. */
  check(): Promise<void>
  /** Aborts a running backup. */
  stop(): Promise<void>
}

export interface ScheduleDeps {
  db: Kysely<Tables>
  backupEveryHours: number
  log: Pick<Logger, 'info' | 'error'>
  clock: () => Date
  /** Makes one backup and records it. Rejects soon after the signal is aborted. */
  makeBackup: (signal: AbortSignal) => Promise<void>
}

export function makeBackupSchedule(deps: ScheduleDeps): BackupSchedule {
  const { db, log, clock } = deps
  const stopping = new AbortController()
  const lease: Lease = { name: 'backup', holder: randomUUID() }
  let running: Promise<void> | null = null
  const inMs = (ms: number) => new Date(clock().getTime() + ms).toISOString()

  async function checkOnce(): Promise<void> {
    const doneAt = (await findJob(db, 'backup'))?.done_at ?? null
    const dueBefore = inMs(-deps.backupEveryHours * HOUR_MS)
    if (doneAt !== null && doneAt > dueBefore) return
    if (await takeLease(db, lease, { now: inMs(0), until: inMs(LEASE_MS), dueBefore }))
      await makeOne()
  }

  async function makeOne(): Promise<void> {
    const renewal = setInterval(() => {
      setLeaseEnd(db, lease, inMs(LEASE_MS)).catch(reportFailure)
    }, RENEW_MS)
    try {
      await deps.makeBackup(stopping.signal)
      log.info('backup made')
      await setLeaseEnd(db, lease, null)
    } catch (error) {
      if (!stopping.signal.aborted) reportFailure(error)
      await setLeaseEnd(db, lease, stopping.signal.aborted ? null : inMs(RETRY_MS))
    } finally {
      clearInterval(renewal)
    }
  }

  function reportFailure(err: unknown): void {
    log.error({ err }, 'the scheduled backup failed and is tried again')
  }

  async function check(): Promise<void> {
    if (stopping.signal.aborted) return
    running ??= checkOnce()
      .catch(reportFailure)
      .finally(() => {
        running = null
      })
    await running
  }

  return {
    check,
    async stop() {
      stopping.abort()
      await running
    },
  }
}
