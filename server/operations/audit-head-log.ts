import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { findAuditHead } from '#server/audit/audit-check-service.ts'
import type { Tables } from '#server/database/schema.ts'
import type { BackgroundWork } from './background-work.ts'

const HOUR_MS = 3_600_000

/**
 * Logs the last hash of the audit log every hour and at shutdown. The chain itself cannot show that
 * its end was removed. `npm run manage -- audit <hash>` detects it, given a hash that left the
 * machine with its log.
 */
export function startAuditHeadLog({ db, log, background }: AuditHeadDeps): { stop(): void } {
  // Logged at every level but silent: a server that logs little needs this line as much.
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
