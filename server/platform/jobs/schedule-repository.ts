import type { Kysely } from 'kysely'
import type { ScheduleRow } from '#server/platform/database/rows/job-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'

// Scheduled work that only one of several processes does. A lease expires, so that a killed
// process does not block the others forever. A single statement takes the lease, so that two
// processes never hold it at the same time.

export interface Lease {
  name: string
  holder: string
}

export function findSchedule(db: Kysely<Tables>, name: string): Promise<ScheduleRow | undefined> {
  return db.selectFrom('schedules').selectAll().where('name', '=', name).executeTakeFirst()
}

/**
 * Takes the lease if it is free and the work was not done after `dueBefore`. Times are ISO 8601.
 */
export async function takeLease(
  db: Kysely<Tables>,
  { name, holder }: Lease,
  { now, until, dueBefore }: { now: string; until: string; dueBefore: string },
): Promise<boolean> {
  const taken = await db
    .insertInto('schedules')
    .values({ name, lease_holder: holder, leased_until: until, done_at: null })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ lease_holder: holder, leased_until: until })
        .where((eb) =>
          eb.and([
            eb.or([
              eb('schedules.leased_until', 'is', null),
              eb('schedules.leased_until', '<=', now),
            ]),
            eb.or([eb('schedules.done_at', 'is', null), eb('schedules.done_at', '<=', dueBefore)]),
          ]),
        ),
    )
    .returning('name')
    .executeTakeFirst()
  return taken !== undefined
}

/** Sets the end of a held lease; null ends the lease now. Does nothing if another process has taken it over. */
export async function setLeaseEnd(
  db: Kysely<Tables>,
  { name, holder }: Lease,
  until: string | null,
): Promise<void> {
  await db
    .updateTable('schedules')
    .set({ leased_until: until })
    .where('name', '=', name)
    .where('lease_holder', '=', holder)
    .execute()
}

export async function setScheduleDone(db: Kysely<Tables>, name: string, at: string): Promise<void> {
  await db
    .insertInto('schedules')
    .values({ name, lease_holder: null, leased_until: null, done_at: at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ done_at: at }))
    .execute()
}
