import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '#server/platform/database/schema.ts'
import { may, STAFF_ROLES } from '#src/domain/team/permission.ts'

// Which claims are alive. The server's clock and the state of the team decide it, in one condition that every statement
// uses: a claim that is over is in no list and stops nobody, before any job has emptied its row.

const DECIDING_ROLES = STAFF_ROLES.filter((role) => may(role, 'decide-listings'))

/**
 * Whether a claim is alive: not expired, of a person who may decide about listings now, and opened by a device that is
 * still signed in. The row is `claims` in the statement.
 */
export function isAlive(now: string): RawBuilder<boolean> {
  return sql<boolean>`(claims.expires_at > ${now}
    and exists (select 1 from staff where staff.user_id = claims.person_id
      and staff.suspended_at is null and staff.role in (${sql.join(DECIDING_ROLES)}))
    and (claims.device_id is null or exists (select 1 from sessions
      where sessions.token_hash = claims.device_id
        and sessions.revoked_at is null and sessions.expires_at > ${now})))`
}

/** Whether a claim that is alive is that of the person. */
export function isStillOf(personId: string, now: string): RawBuilder<boolean> {
  return sql<boolean>`(claims.person_id = ${personId} and ${isAlive(now)})`
}

/** The claims that are alive, of listings on the list. */
export function selectLiveClaims(db: Kysely<Tables>, now: string) {
  return db
    .selectFrom('claims')
    .innerJoin('listings', 'listings.id', 'claims.listing_id')
    .innerJoin('users as person', 'person.id', 'claims.person_id')
    .leftJoin('users as giver', 'giver.id', 'claims.from_person_id')
    .select([
      'claims.listing_id as listingId',
      'claims.fence',
      'person.id as personId',
      'person.full_name as name',
      'claims.claimed_at as since',
      'claims.expires_at as until',
      'claims.held_until as heldUntil',
      'claims.hold_reason as holdReason',
      'claims.origin',
      'giver.id as fromId',
      'giver.full_name as fromName',
      'claims.note',
      'claims.has_unsaved_text as hasUnsavedText',
      'claims.batch_id as batchId',
    ])
    .where('claims.person_id', 'is not', null)
    .where(isAlive(now))
    .orderBy('claims.listing_id')
}

export type LiveClaimRow = Awaited<
  ReturnType<ReturnType<typeof selectLiveClaims>['execute']>
>[number]

/** The people who may decide about listings now, by name. */
export function listDeciderRows(db: Kysely<Tables>) {
  return db
    .selectFrom('staff')
    .innerJoin('users', 'users.id', 'staff.user_id')
    .select(['users.id', 'users.full_name as name'])
    .where('staff.suspended_at', 'is', null)
    .where('staff.role', 'in', DECIDING_ROLES)
    .orderBy('users.full_name')
    .orderBy('users.id')
    .execute()
}

/** The names of the team by id, also of people who may not decide now. */
export async function listColleagueNames(
  db: Kysely<Tables>,
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await db
    .selectFrom('staff')
    .innerJoin('users', 'users.id', 'staff.user_id')
    .select(['users.id', 'users.full_name as name'])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
