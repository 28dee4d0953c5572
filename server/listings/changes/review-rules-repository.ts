import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/schema.ts'
import { FIRST_ORDER, type QueueOrder } from '#src/domain/due/queue-order.ts'
import {
  FIRST_CALENDAR,
  FIRST_DUE_HOURS,
  type WorkCalendar,
} from '#src/domain/due/work-calendar.ts'
import { type ChecklistItem, FIRST_CHECKLIST } from '#src/domain/visit/checklist.ts'

/** How the team reviews. */
export interface ReviewRules {
  calendar: WorkCalendar
  /** Working hours in which a submission should be decided. */
  dueHours: number
  order: QueueOrder
  /** What visits ask. */
  checklist: readonly ChecklistItem[]
  /** Counts the changes; 0 until the first. */
  version: number
}

const FIRST_RULES: ReviewRules = {
  calendar: FIRST_CALENDAR,
  dueHours: FIRST_DUE_HOURS,
  order: FIRST_ORDER,
  checklist: FIRST_CHECKLIST,
  version: 0,
}

export async function getReviewRules(db: Kysely<Tables>): Promise<ReviewRules> {
  const row = await db.selectFrom('review_rules').selectAll().executeTakeFirst()
  if (!row) return FIRST_RULES
  const calendar = { week: JSON.parse(row.week), holidays: JSON.parse(row.holidays) }
  const { due_hours: dueHours, queue_order: order, version } = row
  const checklist = row.checklist === null ? FIRST_CHECKLIST : JSON.parse(row.checklist)
  return { calendar, dueHours, order, checklist, version }
}

/** Replaces some of the rules. Returns the new ones. */
export async function setReviewRules(
  trx: Kysely<Tables>,
  change: Partial<Pick<ReviewRules, 'calendar' | 'dueHours' | 'order' | 'checklist'>>,
): Promise<ReviewRules> {
  const before = await getReviewRules(trx)
  const next = { ...before, ...change, version: before.version + 1 }
  const values = {
    week: JSON.stringify(next.calendar.week),
    holidays: JSON.stringify(next.calendar.holidays),
    due_hours: next.dueHours,
    queue_order: next.order,
    checklist: JSON.stringify(next.checklist),
    version: next.version,
  }
  await trx
    .insertInto('review_rules')
    .values({ id: 1, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
  return next
}
