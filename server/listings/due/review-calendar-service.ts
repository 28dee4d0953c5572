import type { Kysely } from 'kysely'
import type { Session } from '#server/accounts/sessions/session-service.ts'
import { compareDueTimes, storeDueTimes } from '#server/listings/changes/due-time-service.ts'
import {
  getReviewRules,
  type ReviewRules,
  setReviewRules,
} from '#server/listings/changes/review-rules-repository.ts'
import { appendAccountAuditEntry } from '#server/platform/audit/audit-service.ts'
import { bumpRevision } from '#server/platform/database/revision.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { isVersionMatch, type VersionMatch } from '#server/platform/http/calls/version-match.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import type { QueueOrder } from '#src/domain/due/queue-order.ts'
import type { WorkCalendar } from '#src/domain/due/work-calendar.ts'
import type { ChecklistItem } from '#src/domain/visit/checklist.ts'

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
  asked: RulesOrder,
): Promise<ReviewRules> {
  const known = await requireSeen(trx, asked)
  if (isSame(calendar, known.calendar)) return known
  const rules = await setReviewRules(trx, { calendar })
  await storeDueTimes(trx, rules)
  await appendAccountAuditEntry(trx, 'work-calendar', changerOf(asked))
  return rules
}

/** Sets the order of review. @throws ServerError 412 when the rules are not of the version `seen` */
export async function setOrder(
  trx: Kysely<Tables>,
  order: QueueOrder,
  asked: RulesOrder,
): Promise<ReviewRules> {
  const known = await requireSeen(trx, asked)
  if (order === known.order) return known
  const rules = await setReviewRules(trx, { order })
  // Panels that are open go on in the new order.
  await bumpRevision(trx)
  const change = { before: known.order, detail: order }
  await appendAccountAuditEntry(trx, 'review-order', { ...changerOf(asked), ...change })
  return rules
}

/** Replaces the checklist of visits. @throws ServerError 412 when the rules are not of the version `seen` */
export async function replaceChecklist(
  trx: Kysely<Tables>,
  checklist: readonly ChecklistItem[],
  asked: RulesOrder,
): Promise<ReviewRules> {
  const known = await requireSeen(trx, asked)
  if (isSame(checklist, known.checklist)) return known
  const rules = await setReviewRules(trx, { checklist })
  await appendAccountAuditEntry(trx, 'checklist', changerOf(asked))
  return rules
}

/** What each change of the rules comes with. */
export interface RulesOrder {
  /** The version that the person saw. */
  seen: VersionMatch
  session: Session
  now: Date
}

async function requireSeen(trx: Kysely<Tables>, { seen }: RulesOrder): Promise<ReviewRules> {
  const known = await getReviewRules(trx)
  if (isVersionMatch(seen, known.version)) return known
  throw new ServerError(
    412,
    'calendar-changed',
    'Somebody else has changed the working hours, the order or the checklist meanwhile. Load them again.',
  )
}

/** Both are values of the same schema, which orders their fields. */
function isSame<Rule extends WorkCalendar | readonly ChecklistItem[]>(
  one: Rule,
  other: Rule,
): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function changerOf({ session, now }: RulesOrder) {
  return { accountId: session.userId, deviceLabel: session.deviceLabel, now }
}
