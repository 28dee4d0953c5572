import { type Kysely, sql } from 'kysely'
import { isPostgres } from '#server/database/column-types.ts'
import type { Tables } from '#server/database/schema.ts'

/**
 * Idempotency records keep the version of the changed record instead of the response, which held personal data of other
 * people. The version is in the ETag of a listing, and in the response about an event.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('receipts').addColumn('version', 'integer').execute()
  const ofEvent = isPostgres(db)
    ? sql`cast(body::json ->> 'version' as integer)`
    : sql`json_extract(body, '$.version')`
  await sql`update receipts set version = cast(replace(etag, '"', '') as integer)
    where etag is not null`.execute(db)
  await sql`update receipts set version = ${ofEvent}
    where etag is null and status = 200 and body like '{"_id":%'`.execute(db)
  // Overwrites the responses first: PostgreSQL keeps the values of a dropped column in its rows.
  await sql`update receipts set body = '', etag = null`.execute(db)
  await db.schema.alterTable('receipts').dropColumn('body').execute()
  await db.schema.alterTable('receipts').dropColumn('etag').execute()
  // Only the redaction of deleted records read the index.
  await db.schema.dropIndex('receipts_entity').execute()
}
