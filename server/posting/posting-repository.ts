import type { Kysely } from 'kysely'
import { placeKeyOf } from '#server/database/duplicate-keys.ts'
import type { PostingRow } from '#server/database/listing-rows.ts'
import { isRecordId } from '#server/database/record-id.ts'
import type { Tables } from '#server/database/schema.ts'

const MOST_SHOWN = 500 // twice as many as an owner may have at once; the oldest sold listings are left out

export function findPosting(db: Kysely<Tables>, id: string): Promise<PostingRow | undefined> {
  if (!isRecordId(id)) return Promise.resolve(undefined)
  return db.selectFrom('postings').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The owner's postings, last changed first. */
export function listPostingsOf(db: Kysely<Tables>, ownerId: string): Promise<PostingRow[]> {
  return db
    .selectFrom('postings')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_SHOWN)
    .execute()
}

/** The postings with these ids, unordered; unknown ids are skipped. */
export function listPostings(db: Kysely<Tables>, ids: readonly string[]): Promise<PostingRow[]> {
  if (ids.length === 0) return Promise.resolve([])
  return db.selectFrom('postings').selectAll().where('id', 'in', ids).execute()
}

/** Ids of an owner's listings without a row in `postings`, newest first. */
export async function listUnwrittenIds(db: Kysely<Tables>, ownerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('listings')
    .leftJoin('postings', 'postings.id', 'listings.id')
    .select('listings.id')
    .where('listings.owner_id', '=', ownerId)
    .where('postings.id', 'is', null)
    .orderBy('listings.created_at', 'desc')
    .limit(MOST_SHOWN)
    .execute()
  return rows.map(({ id }) => id)
}

export async function insertPosting(trx: Kysely<Tables>, posting: PostingRow): Promise<void> {
  const row = { ...posting, place_key: placeKeyOf(posting.submitted) }
  await trx.insertInto('postings').values(row).execute()
}

export async function setPosting(
  trx: Kysely<Tables>,
  id: string,
  change: Partial<Omit<PostingRow, 'id' | 'owner_id' | 'place_key'>>,
): Promise<PostingRow> {
  const { submitted } = change
  return trx
    .updateTable('postings')
    .set({ ...change, ...(submitted !== undefined && { place_key: placeKeyOf(submitted) }) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function removePosting(trx: Kysely<Tables>, id: string): Promise<void> {
  await trx.deleteFrom('postings').where('id', '=', id).execute()
}

export async function countDraftsOf(db: Kysely<Tables>, ownerId: string): Promise<number> {
  const { drafts } = await db
    .selectFrom('postings')
    .select(({ fn }) => fn.countAll<number>().as('drafts'))
    .where('owner_id', '=', ownerId)
    .where('seller_state', 'in', ['draft', 'withdrawn'])
    .executeTakeFirstOrThrow()
  return Number(drafts)
}

/** The number of an owner's listings that are live or in review. */
export async function countPostedOf(db: Kysely<Tables>, ownerId: string): Promise<number> {
  const { posted } = await db
    .selectFrom('listings')
    .leftJoin('postings', 'postings.id', 'listings.id')
    .select(({ fn }) => fn.countAll<number>().as('posted'))
    .where('listings.owner_id', '=', ownerId)
    .where((eb) => eb.or([eb('status', 'is', null), eb('status', '<>', 'rejected')]))
    .where((eb) => eb.or([eb('seller_state', 'is', null), eb('seller_state', '=', 'posted')]))
    .executeTakeFirstOrThrow()
  return Number(posted)
}

/** The video and poster URLs stored for an owner's withdrawn listings. */
export async function listHeldMediaOf(
  db: Kysely<Tables>,
  ownerId: string,
): Promise<(string | null)[]> {
  const rows = await db
    .selectFrom('postings')
    .select(['held_video_url as video', 'held_poster_url as poster'])
    .where('owner_id', '=', ownerId)
    .execute()
  return rows.flatMap(({ video, poster }) => [video, poster])
}

/** Ids of resubmitted listings that wait for their review, the longest waiting first. */
export async function listResubmittedIds(db: Kysely<Tables>, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('postings')
    .select('id')
    .where('resubmitted_at', 'is not', null)
    .orderBy('resubmitted_at')
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** The newest decisions, each with the time at which its content was submitted. */
export async function listLastWaits(
  db: Kysely<Tables>,
  most: number,
): Promise<{ from: string; to: string }[]> {
  const rows = await db
    .selectFrom('postings')
    .select(['submitted_at as from', 'decided_at as to'])
    .where('decided_at', 'is not', null)
    .orderBy('decided_at', 'desc')
    .limit(most)
    .execute()
  return rows.flatMap(({ from, to }) => (from !== null && to !== null ? [{ from, to }] : []))
}

/** Postings that have an approved version on the market, and whose approval ends by `time`. */
function endingBy(db: Kysely<Tables>, time: string) {
  return db
    .selectFrom('postings')
    .innerJoin('listings', 'listings.id', 'postings.id')
    .where('postings.seller_state', '=', 'posted')
    .where('postings.expires_at', '<=', time)
    .where((eb) =>
      eb.or([eb('listings.status', '=', 'approved'), eb('postings.live', 'is not', null)]),
    )
    .where((eb) =>
      eb.or([eb('listings.status', 'is', null), eb('listings.status', '<>', 'rejected')]),
    )
}

/** Finds the listings whose approval has ended, and marks them as expired. Returns their number. */
export async function expirePostings(db: Kysely<Tables>, now: string): Promise<number> {
  const ended = await db
    .updateTable('postings')
    .set({ seller_state: 'expired' })
    .where('id', 'in', endingBy(db, now).select('postings.id'))
    .returning('id')
    .execute()
  return ended.length
}

export interface EndingPosting {
  id: string
  expiresAt: string | null
  title: string | null
  email: string
}

/** Postings whose approval ends by `until` and whose owners have not been reminded. */
export function listUnreminded(
  db: Kysely<Tables>,
  until: string,
  { after, most }: { after: string; most: number },
): Promise<EndingPosting[]> {
  return endingBy(db, until)
    .innerJoin('users', 'users.id', 'postings.owner_id')
    .select([
      'postings.id',
      'postings.expires_at as expiresAt',
      'listings.name as title',
      'users.email',
    ])
    .where('postings.reminded_at', 'is', null)
    .where('postings.id', '>', after)
    .orderBy('postings.id')
    .limit(most)
    .execute()
}

/** Returns false if another process has recorded the reminder, or the listing was renewed meanwhile. */
export async function noteReminder(
  db: Kysely<Tables>,
  { id, expiresAt }: Pick<EndingPosting, 'id' | 'expiresAt'>,
  at: string,
): Promise<boolean> {
  const noted = await db
    .updateTable('postings')
    .set({ reminded_at: at })
    .where('id', '=', id)
    .where('expires_at', '=', expiresAt)
    .where('reminded_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

/** Clears the reminder when its mail was not accepted, so that the next run tries again. */
export async function forgetReminder(
  db: Kysely<Tables>,
  { id, expiresAt }: Pick<EndingPosting, 'id' | 'expiresAt'>,
): Promise<void> {
  await db
    .updateTable('postings')
    .set({ reminded_at: null })
    .where('id', '=', id)
    .where('expires_at', '=', expiresAt)
    .execute()
}

/** Deletes drafts that were not changed after `before`. Returns their ids. */
export async function removeUntouchedDrafts(
  trx: Kysely<Tables>,
  before: string,
): Promise<string[]> {
  const rows = await trx
    .deleteFrom('postings')
    .where('seller_state', '=', 'draft')
    .where('updated_at', '<=', before)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
