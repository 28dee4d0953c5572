import { type Kysely, sql } from 'kysely'
import { textType } from '#server/database/column-types.ts'
import type { Tables } from '#server/database/schema.ts'

/** The URLs from which imported listings get their photos and videos. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  await db.schema
    .createTable('import_media')
    .addColumn('id', text, (col) => col.primaryKey())
    .addColumn('listing_id', text, (col) =>
      col.notNull().references('postings.id').onDelete('cascade'),
    )
    .addColumn('owner_id', text, (col) => col.notNull().references('users.id'))
    .addColumn('position', 'integer', (col) => col.notNull())
    .addColumn('kind', text, (col) => col.notNull().check(sql`kind in ('photo', 'video')`))
    .addColumn('state', text, (col) =>
      col.notNull().check(sql`state in ('waiting', 'fetched', 'failed')`),
    )
    .addColumn('attempts', 'integer', (col) => col.notNull())
    .addColumn('asked_at', text, (col) => col.notNull())
    .addColumn('due_at', text, (col) => col.notNull())
    // No foreign key: a photo or video may be deleted, and the next import fetches it again.
    .addColumn('media_id', text)
    .addColumn('sentence', text)
    .addColumn('address', text, (col) => col.notNull())
    .addUniqueConstraint('import_media_address', ['listing_id', 'address'])
    .execute()
  const indexes = {
    import_media_owner: ['owner_id', 'state'],
    import_media_due: ['state', 'owner_id', 'due_at'],
    import_media_asked: ['state', 'asked_at'],
  } as const
  for (const [name, columns] of Object.entries(indexes))
    await db.schema
      .createIndex(name)
      .on('import_media')
      .columns([...columns])
      .execute()
}
