import { type Kysely, sql } from 'kysely'
import { isPostgres } from './column-types.ts'
import type { Tables } from './schema.ts'

/** PostgreSQL's channel of notices between the processes on one database. */
export const CHANGE_CHANNEL = 'list_changes'

/** Tells all processes on the database that lists changed, once the transaction is committed; on SQLite does nothing. */
export async function sendChangeNotice(trx: Kysely<Tables>): Promise<void> {
  if (isPostgres(trx)) await sql`select pg_notify(${CHANGE_CHANNEL}, '')`.execute(trx)
}
