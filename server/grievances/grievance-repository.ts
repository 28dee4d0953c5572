import type { Kysely } from 'kysely'
import { inOrder } from '#server/platform/database/pages/page-query.ts'
import { isRecordId } from '#server/platform/database/record-id.ts'
import type { GrievanceRow } from '#server/platform/database/rows/grievance-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'

export async function insertGrievance(trx: Kysely<Tables>, row: GrievanceRow): Promise<void> {
  await trx.insertInto('grievances').values(row).execute()
}

export function findGrievance(db: Kysely<Tables>, id: string): Promise<GrievanceRow | undefined> {
  if (!isRecordId(id)) return Promise.resolve(undefined)
  return db.selectFrom('grievances').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function isNumberUsed(db: Kysely<Tables>, number: string): Promise<boolean> {
  const found = await db
    .selectFrom('grievances')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirst()
  return found !== undefined
}

export async function setAnswer(
  trx: Kysely<Tables>,
  id: string,
  given: { answer: string; answered_at: string; answered_by: string },
): Promise<void> {
  await trx.updateTable('grievances').set(given).where('id', '=', id).execute()
}

/** The grievances with these ids, in the same order, each with the name of the person who answered it. */
export async function getGrievances(db: Kysely<Tables>, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('grievances')
    .leftJoin('users as answerer', 'answerer.id', 'grievances.answered_by')
    .selectAll('grievances')
    .select('answerer.full_name as answererName')
    .where('grievances.id', 'in', ids)
    .execute()
  return inOrder(rows, ids)
}
export type NamedGrievance = Awaited<ReturnType<typeof getGrievances>>[number]

/** The grievances of an account, and those that visitors sent with its e-mail address. */
export async function listIdsOfPerson(
  db: Kysely<Tables>,
  { id, email }: { id: string; email: string },
): Promise<string[]> {
  const own = db.selectFrom('grievances').select('id').where('user_id', '=', id)
  const sentOutside = db
    .selectFrom('grievances')
    .select('id')
    .where('email', '=', email)
    .where('user_id', 'is', null)
  const rows = await own.union(sentOutside).execute()
  return rows.map((row) => row.id)
}

/** Also deletes the messages about them. */
export async function removeGrievances(trx: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom('grievances').where('id', 'in', ids).execute()
}

export async function removeAnsweredBefore(db: Kysely<Tables>, before: string): Promise<void> {
  await db.deleteFrom('grievances').where('answered_at', '<=', before).execute()
}
