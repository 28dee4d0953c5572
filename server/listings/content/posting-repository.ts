import type { Kysely } from 'kysely'
import type { PostingRow } from '#server/platform/database/rows/listing-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'

const MOST_SHOWN = 500 // twice as many as an owner may have at once; the oldest sold listings are left out

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
    .innerJoin('postings', 'postings.id', 'listings.id')
    .select(({ fn }) => fn.countAll<number>().as('posted'))
    .where('listings.owner_id', '=', ownerId)
    .where((eb) => eb.or([eb('status', 'is', null), eb('status', '<>', 'rejected')]))
    .where('seller_state', '=', 'posted')
    .executeTakeFirstOrThrow()
  return Number(posted)
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

/** Ids of listings whose approval has ended by `now`. */
export async function listEndedIds(
  db: Kysely<Tables>,
  now: string,
  most: number,
): Promise<string[]> {
  const rows = await endingBy(db, now).select('postings.id').limit(most).execute()
  return rows.map(({ id }) => id)
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

/** Ids of drafts that were not changed after `before`. */
export async function listUntouchedDraftIds(db: Kysely<Tables>, before: string): Promise<string[]> {
  const rows = await db
    .selectFrom('postings')
    .select('id')
    .where('seller_state', '=', 'draft')
    .where('updated_at', '<=', before)
    .execute()
  return rows.map(({ id }) => id)
}
