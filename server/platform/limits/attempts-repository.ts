import type { Kysely } from 'kysely'
import type { AttemptRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'

type Kind = AttemptRow['kind']

/** The column and the value by which attempts are counted. The value is a keyed hash. */
export type AttemptScope = { subject: string } | { address: string } | { site: string }

/** Times of the latest attempts, newest first, in epoch milliseconds. */
export async function listAttemptsMs(
  db: Kysely<Tables>,
  kind: Kind,
  by: AttemptScope,
  most: number,
): Promise<number[]> {
  const [column, value] = columnOf(by)
  const rows = await db
    .selectFrom('attempts')
    .select('at')
    .where('kind', '=', kind)
    .where(column, '=', value)
    .orderBy('at', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => Date.parse(row.at))
}

/** When the nth newest attempt was, in epoch milliseconds; null if there are fewer. */
export async function findAttemptMs(
  db: Kysely<Tables>,
  kind: Kind,
  by: AttemptScope,
  nth: number,
): Promise<number | null> {
  const [column, value] = columnOf(by)
  const row = await db
    .selectFrom('attempts')
    .select('at')
    .where('kind', '=', kind)
    .where(column, '=', value)
    .orderBy('at', 'desc')
    .limit(1)
    .offset(nth - 1)
    .executeTakeFirst()
  return row ? Date.parse(row.at) : null
}

function columnOf(by: AttemptScope): ['subject' | 'address' | 'site', string] {
  if ('subject' in by) return ['subject', by.subject]
  return 'address' in by ? ['address', by.address] : ['site', by.site]
}

export async function insertAttempt(db: Kysely<Tables>, attempt: AttemptRow): Promise<void> {
  await db.insertInto('attempts').values(attempt).execute()
}

export async function removeAttempt(db: Kysely<Tables>, id: string): Promise<void> {
  await db.deleteFrom('attempts').where('id', '=', id).execute()
}

export async function removeAttempts(db: Kysely<Tables>, kind: Kind, subject: string) {
  await db.deleteFrom('attempts').where('kind', '=', kind).where('subject', '=', subject).execute()
}

export async function removeAttemptsBy(db: Kysely<Tables>, kind: Kind, at: string) {
  await db.deleteFrom('attempts').where('kind', '=', kind).where('at', '<=', at).execute()
}

export async function removeAllAttemptsBy(db: Kysely<Tables>, at: string): Promise<void> {
  await db.deleteFrom('attempts').where('at', '<=', at).execute()
}

export async function removeAttemptsOfKind(db: Kysely<Tables>, kind: Kind): Promise<void> {
  await db.deleteFrom('attempts').where('kind', '=', kind).execute()
}
