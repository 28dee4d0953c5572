import { type Kysely, sql } from 'kysely'
import { hashAuditRow, type UnchainedRow } from '#server/database/audit-chain.ts'
import { isPostgres, textType } from '#server/database/column-types.ts'
import type { Tables } from '#server/database/schema.ts'

const CHUNK = 500 // rows per statement

/** Rebuilds the audit log, oldest row first, with a hash in every row. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await createChained(db)
  await chainRows(db)
  // Dropping the table also drops its index and its triggers. The triggers, which refuse changes, do not fire.
  await db.schema.dropTable('audit_log').execute()
  await db.schema.alterTable('chained_log').renameTo('audit_log').execute()
  await createIndexes(db)
  await refuseChanges(db)
}

async function createChained(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  await db.schema
    .createTable('chained_log')
    // The server assigns consecutive ids, so two writers cannot both append after the same row.
    .addColumn('id', 'integer', (col) => col.primaryKey())
    .addColumn('at', text, (col) => col.notNull())
    .addColumn('actor_id', text, (col) => col.notNull().references('users.id'))
    .addColumn('device_label', text, (col) => col.notNull())
    .addColumn('action', text, (col) => col.notNull())
    .addColumn('entity', text, (col) => col.notNull())
    .addColumn('entity_id', text, (col) => col.notNull())
    .addColumn('from_value', text)
    .addColumn('to_value', text)
    .addColumn('idempotency_key', text)
    .addColumn('hash', text, (col) => col.notNull().check(sql`length(hash) = 64`))
    .execute()
}

async function chainRows(db: Kysely<Tables>): Promise<void> {
  let before: string | null = null
  let lastId = 0
  for (;;) {
    const { rows }: { rows: UnchainedRow[] } = await sql<UnchainedRow>`
      select id, at, actor_id, device_label, action, entity, entity_id, from_value, to_value, idempotency_key
      from audit_log where id > ${lastId} order by id limit ${sql.lit(CHUNK)}`.execute(db)
    const chained = rows.map((row) => {
      before = hashAuditRow(before, row)
      lastId = row.id
      return sql`(${sql.join([...valuesOf(row), before])})`
    })
    if (chained.length === 0) return
    await sql`insert into chained_log (id, at, actor_id, device_label, action, entity, entity_id,
      from_value, to_value, idempotency_key, hash) values ${sql.join(chained)}`.execute(db)
  }
}

function valuesOf(row: UnchainedRow) {
  const { id, at, actor_id, device_label, action, entity, entity_id } = row
  const { from_value, to_value, idempotency_key } = row
  const said = [id, at, actor_id, device_label, action, entity, entity_id]
  return [...said, from_value, to_value, idempotency_key]
}

async function createIndexes(db: Kysely<Tables>): Promise<void> {
  const indexes = {
    audit_log_entity: ['entity', 'entity_id', 'id'],
    audit_log_kind: ['entity', 'id'],
  }
  for (const [name, columns] of Object.entries(indexes))
    await db.schema.createIndex(name).on('audit_log').columns(columns).execute()
}

/** Same as in migration 001. On PostgreSQL, the trigger function still exists. */
async function refuseChanges(db: Kysely<Tables>): Promise<void> {
  const isShared = isPostgres(db)
  const refuse = isShared
    ? sql`for each statement execute function refuse_audit_change()`
    : sql`begin select raise(abort, 'the audit log is append only'); end`
  for (const verb of isShared ? ['update', 'delete', 'truncate'] : ['update', 'delete'])
    await sql`create trigger ${sql.id(`audit_log_no_${verb}`)} before ${sql.raw(verb)} on audit_log
      ${refuse}`.execute(db)
}
