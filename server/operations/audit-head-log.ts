import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { findAuditHead } from '#server/audit/audit-check-service.ts'
import type { Tables } from '#server/database/schema.ts'
import type { BackgroundWork } from './background-work.ts'

const HOUR_MS = 3_600_000

/**
 * Logs the last hash of the audit log every hour and at shutdown. The chain itself cannot reveal
 * that its end was removed. `npm run manage -- audit <hash>` detects the removal, with a hash from a
 * log that was stored on another machine.
 */
export function startAuditHeadLog({ db, log, background }: AuditHeadDeps): { stop(): void } {
  // Logged at every level except silent: a server with little logging needs this line just as much.
  const headLog = log.child({}, { level: log.level === 'silent' ? 'silent' : 'info' })

  const logHead = () =>
    background.start(async () => {
      const head = await findAuditHead(db)
      if (head) headLog.info(head, "the audit log's last hash")
    })

  const timer = setInterval(logHead, HOUR_MS)
  timer.unref()
  return {
    stop() {
      clearInterval(timer)
      logHead()
    },
  }
}

interface AuditHeadDeps {
  db: Kysely<Tables>
  log: Logger
  background: BackgroundWork
}
