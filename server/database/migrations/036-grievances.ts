import { type Kysely, sql } from 'kysely'
import { isPostgres, textType } from '#server/database/column-types.ts'
import { rebuildTable } from '#server/database/rebuilt-table.ts'
import type { Tables } from '#server/database/schema.ts'

/** Complaints to the grievance officer, and messages about them, also to people without an account. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  await db.schema
    .createTable('grievances')
    .addColumn('id', text, (col) => col.primaryKey())
    .addColumn('number', text, (col) => col.notNull().unique())
    .addColumn('user_id', text, (col) => col.references('users.id'))
    .addColumn('kind', text, (col) => col.notNull())
    .addColumn('listing', text)
    .addColumn('name', text, (col) => col.notNull())
    .addColumn('email', text)
    .addColumn('phone_number', text)
    .addColumn('text', text, (col) => col.notNull())
    .addColumn('created_at', text, (col) => col.notNull())
    .addColumn('due_at', text, (col) => col.notNull())
    .addColumn('answer', text)
    .addColumn('answered_at', text)
    .addColumn('answered_by', text, (col) => col.references('users.id'))
    .addCheckConstraint('grievances_contact', sql`email is not null or phone_number is not null`)
    .execute()
  await widenMessages(db)
  await db.schema
    .alterTable('messages')
    .addColumn('grievance_id', text, (col) => col.references('grievances.id').onDelete('cascade'))
    .execute()
  const indexes = {
    grievances_newest: ['grievances', ['created_at', 'id']],
    grievances_user: ['grievances', ['user_id']],
    grievances_email: ['grievances', ['email']],
    grievances_answered: ['grievances', ['answered_at']],
    messages_grievance: ['messages', ['grievance_id']],
  } as const
  for (const [name, [table, columns]] of Object.entries(indexes))
    await db.schema
      .createIndex(name)
      .on(table)
      .columns([...columns])
      .execute()
}

/** A message about a grievance has no listing, and its recipient may have no account. */
async function widenMessages(db: Kysely<Tables>): Promise<void> {
  if (isPostgres(db)) {
    const messages = () => db.schema.alterTable('messages')
    for (const column of ['user_id', 'listing_id', 'from_status'])
      await messages()
        .alterColumn(column, (col) => col.dropNotNull())
        .execute()
    await messages().dropConstraint('messages_status_check').execute()
    await messages()
      .addCheckConstraint(
        'messages_status_check',
        sql`status in ('approved', 'rejected', 'received', 'answered')`,
      )
      .execute()
    return
  }
  for (const column of ['user_id', 'listing_id', 'from_status'])
    await rebuildTable(db, 'messages', [`"${column}" text not null`, `"${column}" text`])
  await rebuildTable(db, 'messages', [
    "status in ('approved', 'rejected')",
    "status in ('approved', 'rejected', 'received', 'answered')",
  ])
}
