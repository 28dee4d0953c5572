import { type Kysely, sql } from 'kysely'
import { textType } from '#server/database/column-types.ts'
import type { Tables } from '#server/database/schema.ts'

/**
 * The usual choice of "Changes needed" for each reason; the sentence as the seller was given it, beside the reason of a
 * listing and of a message; and whether a rejection needs a reason.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  await db.schema
    .alterTable('rejection_reasons')
    .addColumn('changes_needed', 'integer', (col) =>
      col.notNull().defaultTo(0).check(sql`changes_needed in (0, 1)`),
    )
    .execute()
  const reasons = await db.selectFrom('rejection_reasons').select(['code', 'sentence']).execute()
  const asking = reasons.filter(({ sentence }) => /\b(Add|Correct)\b/.test(sentence))
  for (const { code } of asking)
    await db
      .updateTable('rejection_reasons')
      .set({ changes_needed: 1 })
      .where('code', '=', code)
      .execute()
  await db.schema
    .alterTable('listing_reasons')
    .addColumn('sentence', text, (col) => col.notNull().defaultTo(''))
    .execute()
  await sql`update listing_reasons set sentence =
    (select sentence from rejection_reasons where code = listing_reasons.code)`.execute(db)
  await db.schema.alterTable('messages').addColumn('sentence', text).execute()
  await sql`update messages set sentence =
    (select sentence from rejection_reasons where code = messages.reason_code)`.execute(db)
  await db.schema
    .createTable('rejection_rule')
    .addColumn('id', 'integer', (col) => col.primaryKey().check(sql`id = 1`))
    .addColumn('is_reason_required', 'integer', (col) =>
      col.notNull().check(sql`is_reason_required in (0, 1)`),
    )
    .execute()
}
