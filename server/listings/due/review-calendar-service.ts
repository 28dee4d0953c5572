import type { Kysely } from 'kysely'
import type { Session } from '#server/accounts/sessions/session-service.ts'
import { compareDueTimes, storeDueTimes } from '#server/listings/changes/due-time-service.ts'
import {
  getReviewRules,
  type ReviewRules,
  setReviewRules,
} from '#server/listings/changes/review-rules-repository.ts'
import { appendAuditEntry } from '#server/platform/audit/audit-service.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { isVersionMatch, type VersionMatch } from '#server/platform/http/calls/version-match.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import type { WorkCalendar } from '#src/domain/due/work-calendar.ts'

const EXAMPLES = 5 // as many as a phone shows at once

/** What a calendar would change, without changing it. */
export async function previewCalendar(db: Kysely<Tables>, calendar: WorkCalendar) {
  const { dueHours } = await getReviewRules(db)
  const { waiting, moved } = await compareDueTimes(db, { calendar, dueHours })
  const examples = moved
    .slice(0, EXAMPLES)
    .map(({ after, ...listing }) => ({ ...listing, after: after.dueAt }))
  return { waiting, changed: moved.length, examples }
}

/**
 * Replaces the calendar, and stores the due times of all waiting listings in the same transaction.
 * @throws ServerError 412 when the calendar is not of the version `seen`
 */
export async function replaceCalendar(
  trx: Kysely<Tables>,
  calendar: WorkCalendar,
  { seen, session, now }: { seen: VersionMatch; session: Session; now: Date },
): Promise<ReviewRules> {
  const known = await getReviewRules(trx)
  if (!isVersionMatch(seen, known.version))
    throw new ServerError(
      412,
      'calendar-changed',
      'Somebody else has changed the working hours meanwhile. Load them again.',
    )
  if (isSame(calendar, known.calendar)) return known
  const rules = await setReviewRules(trx, { calendar })
  await storeDueTimes(trx, rules)
  await appendAuditEntry(trx, {
    at: now.toISOString(),
    actor_id: session.userId,
    device_label: session.deviceLabel,
    action: 'work-calendar',
    entity: 'account',
    entity_id: session.userId,
    from_value: null,
    to_value: null,
    idempotency_key: null,
  })
  return rules
}

/** Both are values of the same schema, which orders their fields. */
function isSame(one: WorkCalendar, other: WorkCalendar): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
