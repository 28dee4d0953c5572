import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { findAuditHead } from '#server/audit/audit-check-service.ts'
import type { Tables } from '#server/database/schema.ts'
import { type JobDeps, startRepeatingJob } from './repeating-job.ts'

const HOUR_MS = 3_600_000

/**
 * Logs the last hash of the audit log at the start, every hour and at shutdown. The chain itself cannot reveal
 * that its end was removed. `npm run manage -- audit <hash>` detects the removal, with a hash from a
 * log that was stored on another machine.
 */
export function startAuditHeadLog(deps: AuditHeadDeps): { stop(): void } {
  const { db, log, background } = deps
  // Logged at every level except silent: a server with little logging needs this line just as much.
  const headLog = log.child({}, { level: log.level === 'silent' ? 'silent' : 'info' })

  async function logHead(): Promise<void> {
    const head = await findAuditHead(db)
    if (head) headLog.info(head, "the audit log's last hash")
  }

  const job = startRepeatingJob(deps, { name: 'audit-head', everyMs: HOUR_MS, work: logHead })
  return {
    stop() {
      job.stop()
      background.start(logHead)
    },
  }
}

interface AuditHeadDeps extends JobDeps {
  db: Kysely<Tables>
  log: Logger
}
