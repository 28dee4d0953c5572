import { type Kysely, sql } from 'kysely'
import type { ClaimRow } from '#server/platform/database/rows/claim-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { isAlive, isStillOf } from './live-claims.ts'

// What writes claims: each function is one statement, which is atomic by itself.

export interface OpenedClaim {
  listingId: string
  personId: string
  deviceId: string
  now: string
  expiresAt: string
  hasUnsavedText: boolean
}

/**
 * Claims a listing that nobody has, or renews the person's own claim, in one atomic statement. A renewal keeps the fence, and
 * what the person holds or was handed. Null if another person has the listing, or it is not on the list.
 */
export async function openClaim(
  trx: Kysely<Tables>,
  { listingId, personId, deviceId, now, expiresAt, hasUnsavedText }: OpenedClaim,
): Promise<{ fence: number; since: string } | null> {
  const isMine = isStillOf(personId, now)
  const held = sql`case when ${isMine} and claims.held_until > ${now} then claims.held_until end`
  const kept = (column: keyof ClaimRow) =>
    sql`case when ${isMine} then ${sql.ref(`claims.${column}`)} else ${sql.ref(`excluded.${column}`)} end`
  const { rows } = await sql<{ fence: number; since: string }>`
    insert into claims (listing_id, person_id, device_id, fence, claimed_at, expires_at, held_until,
      hold_reason, origin, from_person_id, note, has_unsaved_text, batch_id, first_claimed_at)
    select id, ${personId}, ${deviceId}, 1, ${now}, ${expiresAt}, null,
      null, 'opened', null, '', cast(${hasUnsavedText ? 1 : 0} as integer), null, ${now}
    from listings where id = ${listingId}
    on conflict (listing_id) do update set
      person_id = excluded.person_id,
      device_id = case when ${held} is null then excluded.device_id end,
      fence = claims.fence + case when ${isMine} then 0 else 1 end,
      claimed_at = ${kept('claimed_at')},
      expires_at = case when ${isMine} and claims.expires_at > excluded.expires_at
        then claims.expires_at else excluded.expires_at end,
      held_until = ${held},
      hold_reason = case when ${held} is not null then claims.hold_reason end,
      origin = ${kept('origin')},
      from_person_id = ${kept('from_person_id')},
      note = ${kept('note')},
      has_unsaved_text = excluded.has_unsaved_text,
      batch_id = case when ${held} is not null then claims.batch_id end,
      first_claimed_at = coalesce(claims.first_claimed_at, excluded.first_claimed_at)
    where ${isMine} or not ${isAlive(now)}
    returning fence, claimed_at as since`.execute(trx)
  return rows[0] ?? null
}

/** A person's own claim, as a call names it. */
export interface OwnClaim {
  listingId: string
  personId: string
  now: string
}

/** Changes a claim that is alive. Returns whether it was there. */
export async function changeOwnClaim(
  trx: Kysely<Tables>,
  { listingId, personId, now }: OwnClaim,
  change: Partial<ClaimRow>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('claims')
    .set(change)
    .where('listing_id', '=', listingId)
    .where(isStillOf(personId, now))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What a reservation sets in a claim of the person: it ends with its time, and with no device. */
export function reservedUntil(batchId: string, until: string) {
  return {
    device_id: null,
    expires_at: until,
    held_until: until,
    hold_reason: null,
    batch_id: batchId,
  } as const satisfies Partial<ClaimRow>
}

/** The end of the batch that the person has, and how many of its listings are left; null without one. */
export async function findBatchOf(
  db: Kysely<Tables>,
  personId: string,
  now: string,
): Promise<{ until: string; count: number } | null> {
  const row = await db
    .selectFrom('claims')
    .select(({ fn }) => [
      fn.max<string | null>('held_until').as('until'),
      fn.countAll<number | string>().as('count'),
    ])
    .where('batch_id', 'is not', null)
    .where('held_until', '>', now)
    .where(isStillOf(personId, now))
    .executeTakeFirstOrThrow()
  return row.until === null ? null : { until: row.until, count: Number(row.count) }
}

/** Those of the listings that wait for a decision, and that the person does not keep on purpose already. */
export async function listReservable(
  db: Kysely<Tables>,
  listingIds: readonly string[],
  personId: string,
  now: string,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('listings')
    .leftJoin('claims', 'claims.listing_id', 'listings.id')
    .select('listings.id')
    .where('listings.id', 'in', [...listingIds])
    // A listing of an earlier version has no status, and waits too.
    .where(sql<boolean>`coalesce(listings.status, 'pending') = 'pending'`)
    .where(
      sql<boolean>`not coalesce(claims.held_until > ${now} and ${isStillOf(personId, now)}, false)`,
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Gives back what is left of a batch of the person. */
export async function endBatch(
  db: Kysely<Tables>,
  { batchId, personId, now }: Omit<OwnClaim, 'listingId'> & { batchId: string },
): Promise<void> {
  await db
    .updateTable('claims')
    .set({ expires_at: now, held_until: null, batch_id: null, has_unsaved_text: 0 })
    .where('batch_id', '=', batchId)
    .where(isStillOf(personId, now))
    .execute()
}

/** The person has left the listing: only what they hold stays. With fences, a claim with another one stays as it is. */
export async function leaveClaim(
  trx: Kysely<Tables>,
  { listingId, personId, now }: OwnClaim,
  fences: readonly number[] | null,
): Promise<void> {
  let query = trx
    .updateTable('claims')
    .set({
      expires_at: sql<string>`case when claims.held_until > ${now} then claims.held_until else ${now} end`,
      has_unsaved_text: 0,
    })
    .where('listing_id', '=', listingId)
    .where(isStillOf(personId, now))
  if (fences) query = query.where('fence', 'in', fences)
  await query.execute()
}

/**
 * Gives the claim with this fence to another person, in one statement. Returns from whom it was taken; null if that claim is
 * over, or is the person's own.
 */
export async function takeClaim(
  trx: Kysely<Tables>,
  taken: Omit<OpenedClaim, 'hasUnsavedText'> & { fence: number },
): Promise<{ fromId: string } | null> {
  const { listingId, personId, deviceId, fence, now, expiresAt } = taken
  const row = await trx
    .updateTable('claims')
    .set({
      from_person_id: sql`claims.person_id`,
      person_id: personId,
      device_id: deviceId,
      fence: fence + 1,
      claimed_at: now,
      expires_at: expiresAt,
      held_until: null,
      hold_reason: null,
      origin: 'taken-over',
      note: '',
      has_unsaved_text: 0,
      batch_id: null,
    })
    .where('listing_id', '=', listingId)
    .where('fence', '=', fence)
    .where('person_id', '<>', personId)
    .where(isAlive(now))
    .returning('from_person_id as fromId')
    .executeTakeFirst()
  return row?.fromId ? { fromId: row.fromId } : null
}

/** What a row has after its claim, besides the fence. */
export const EMPTIED = {
  person_id: null,
  device_id: null,
  held_until: null,
  hold_reason: null,
  origin: 'opened',
  from_person_id: null,
  note: '',
  has_unsaved_text: 0,
  batch_id: null,
} as const satisfies Partial<ClaimRow>

/** Forgets who had the claims that ended up to a time. Their fences stay. */
export async function emptyClaimsUntil(db: Kysely<Tables>, time: string): Promise<void> {
  await db
    .updateTable('claims')
    .set(EMPTIED)
    .where('person_id', 'is not', null)
    .where('expires_at', '<=', time)
    .execute()
}

/** Ends the claims of a person, and forgets them as the one who handed over others. */
export async function emptyClaimsOf(trx: Kysely<Tables>, personId: string): Promise<void> {
  await trx.updateTable('claims').set(EMPTIED).where('person_id', '=', personId).execute()
  await trx
    .updateTable('claims')
    .set({ from_person_id: null, note: '' })
    .where('from_person_id', '=', personId)
    .execute()
}
