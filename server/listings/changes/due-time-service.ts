import { type Kysely, sql } from 'kysely'
import { dropWait, endWait, openWait } from '#server/listings/waits/wait-repository.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { type DueTimes, dueTimesOf } from '#src/domain/due/due-time.ts'
import { type WorkTimes, workTimesOf } from '#src/domain/due/work-calendar.ts'
import type { AppliedChange, WantedChange } from './listing-change.ts'
import type { ListingState } from './listing-state-service.ts'
import { setDueTimes } from './listing-touch-service.ts'
import { getReviewRules, type ReviewRules } from './review-rules-repository.ts'

// Since when a listing waits, and until when it should be decided. Both are stored with the published form.

const UNDO_HOURS = 24 // an operator who sets a listing back to pending within a day corrects the decision
const HOUR_MS = 3_600_000

export interface Waiting {
  waits_since: string | null
  due_soon_at: string | null
  due_at: string | null
}

type WaitChange = Partial<Waiting>

/**
 * What a change with a status means for the wait. A submission that waits already keeps its time, whatever its owner
 * edits meanwhile.
 */
export async function changeWait(
  trx: Kysely<Tables>,
  before: ListingState | null,
  { kind, status, now }: WantedChange,
): Promise<WaitChange> {
  if (status !== 'pending') return { due_soon_at: null, due_at: null }
  if (before?.listing && (before.listing.status ?? 'pending') === 'pending') return {}
  const goesOn = kind === 'decided' && before ? findOpenWait(before, now) : null
  const since = goesOn ?? now.toISOString()
  const { times, dueHours } = prepare(await getReviewRules(trx))
  return { waits_since: since, ...toColumns(dueTimesOf(times, since, dueHours)) }
}

/**
 * Since when the seller has waited whose listing is set back to pending: after a decision of the last day, since the
 * submission, because they never had a lasting answer; null after an older one.
 */
function findOpenWait({ posting, listing }: ListingState, now: Date): string | null {
  // An older listing has no record of its decision, which was its last change.
  const decidedAt = posting.decided_at ?? listing?.updated_at ?? ''
  const isUndone = now.getTime() - Date.parse(decidedAt) < UNDO_HOURS * HOUR_MS
  return isUndone ? (listing?.waits_since ?? null) : null
}

/** Records that a wait begins, ends or is forgotten with a change. */
export async function followWait(
  trx: Kysely<Tables>,
  { id: listingId, change: { status, now }, after }: AppliedChange,
): Promise<void> {
  const listing = after?.listing
  if (!listing) return dropWait(trx, listingId)
  if (!status || listing.waits_since === null) return
  const wait = { listingId, since: listing.waits_since }
  if (status === 'pending') await openWait(trx, wait, after.posting.resubmitted_at !== null)
  else await endWait(trx, wait, now.toISOString())
}

/** The columns of listings that were not written in this app. */
export async function makeFirstWait(trx: Kysely<Tables>) {
  const { times, dueHours } = prepare(await getReviewRules(trx))
  return ({
    status,
    created_at: since,
  }: {
    status: string | null
    created_at: string
  }): Waiting => ({
    waits_since: since,
    ...(status === null || status === 'pending'
      ? toColumns(dueTimesOf(times, since, dueHours))
      : { due_soon_at: null, due_at: null }),
  })
}

export interface MovedDueTime {
  id: string
  name: string | null
  /** Null for a listing from before due times. */
  before: string | null
  after: DueTimes
}

/** How the due times of the waiting listings would change by other rules; `waiting` counts all that wait. */
export async function compareDueTimes(
  db: Kysely<Tables>,
  rules: Pick<ReviewRules, 'calendar' | 'dueHours'>,
): Promise<{ waiting: number; moved: MovedDueTime[] }> {
  const { times, dueHours } = prepare(rules)
  const rows = await db
    .selectFrom('listings')
    .select(['id', 'name', 'waits_since', 'created_at', 'due_soon_at', 'due_at'])
    .where(sql<boolean>`coalesce(status, 'pending') = 'pending'`)
    .orderBy('due_at')
    .orderBy('id')
    .execute()
  const moved = rows.flatMap((row) => {
    const after = dueTimesOf(times, row.waits_since ?? row.created_at, dueHours)
    const isSame = row.due_at === after.dueAt && row.due_soon_at === after.dueSoonAt
    return isSame ? [] : [{ id: row.id, name: row.name, before: row.due_at, after }]
  })
  return { waiting: rows.length, moved }
}

/** Stores the due times that the rules give. Panels read the rows again, as after a new contact of an owner. */
export async function storeDueTimes(trx: Kysely<Tables>, rules: ReviewRules): Promise<number> {
  const { moved } = await compareDueTimes(trx, rules)
  await setDueTimes(
    trx,
    moved.map(({ id, after }) => ({ id, ...toColumns(after) })),
  )
  return moved.length
}

function prepare({ calendar, dueHours }: Pick<ReviewRules, 'calendar' | 'dueHours'>): {
  times: WorkTimes
  dueHours: number
} {
  return { times: workTimesOf(calendar), dueHours }
}

function toColumns({ dueSoonAt, dueAt }: DueTimes) {
  return { due_soon_at: dueSoonAt, due_at: dueAt }
}
