import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/schema.ts'

/** Indexes of the columns whose values a filter reads one by one (server/platform/database/condition-sql.ts). */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const [name, table, column] of [
    ['listings_type', 'listings', 'property_type'],
    ['listings_pincode', 'listings', 'pincode'],
    ['loans_occupation', 'loans', 'occupation_type'],
    ['transactions_plan', 'transactions', 'plan_type'],
    ['transactions_category', 'transactions', 'plan_category'],
  ] as const)
    await db.schema.createIndex(name).on(table).column(column).execute()
}
