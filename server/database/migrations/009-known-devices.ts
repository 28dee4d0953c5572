import { type Kysely, type RawBuilder, sql } from 'kysely'
import { textType } from '#server/database/column-types.ts'
import type { Tables } from '#server/database/schema.ts'

export async function up(db: Kysely<Tables>): Promise<void> {
  await createKnownDevices(db)
  await createAttempts(db)
}

async function createKnownDevices(db: Kysely<Tables>): Promise<void> {
  const { schema } = db
  const text = textType(db)
  await schema
    .createTable('known_devices')
    .addColumn('token_hash', text, (col) => col.primaryKey().check(isHash('token_hash')))
    .addColumn('user_id', text, (col) => col.notNull().references('users.id').onDelete('cascade'))
    .addColumn('expires_at', text, (col) => col.notNull())
    .execute()
  await schema
    .createIndex('known_devices_user')
    .on('known_devices')
    .columns(['user_id', 'expires_at'])
    .execute()
  await schema
    .createIndex('known_devices_expiry')
    .on('known_devices')
    .column('expires_at')
    .execute()
}

/** Creates the table anew, without its rows, because they contain accounts and networks in plain text. */
async function createAttempts(db: Kysely<Tables>): Promise<void> {
  const { schema } = db
  const text = textType(db)
  await schema.dropTable('attempts').execute()
  await schema
    .createTable('attempts')
    .addColumn('id', text, (col) => col.primaryKey())
    .addColumn('kind', text, (col) => col.notNull())
    .addColumn('subject', text, (col) => col.notNull().check(isHash('subject')))
    .addColumn('address', text, (col) => col.check(isHash('address')))
    .addColumn('site', text, (col) => col.check(isHash('site')))
    .addColumn('at', text, (col) => col.notNull())
    .execute()
  for (const column of ['subject', 'address', 'site'])
    await schema
      .createIndex(`attempts_${column}`)
      .on('attempts')
      .columns(['kind', column, 'at'])
      .execute()
}

/** Rejects values that were not hashed, by their length. */
function isHash(column: string): RawBuilder<boolean> {
  return sql`length(${sql.ref(column)}) = 64`
}
