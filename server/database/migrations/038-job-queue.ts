import { type Kysely, sql } from 'kysely'
import { isPostgres, textType } from '#server/database/column-types.ts'
import type { Tables } from '#server/database/schema.ts'

/** One queue for all jobs. The waiting rows of the earlier queues move into it; the leases of scheduled work get a table. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  await db.schema.alterTable('jobs').renameTo('schedules').execute()
  await db.schema
    .createTable('jobs')
    .addColumn('id', text, (col) => col.primaryKey())
    .addColumn('kind', text, (col) => col.notNull())
    .addColumn('lane', text, (col) => col.notNull().check(sql`lane <> ''`))
    .addColumn('key', text, (col) => col.notNull())
    .addColumn('payload', text, (col) => col.notNull())
    .addColumn('attempts', 'integer', (col) => col.notNull())
    .addColumn('asked_at', text, (col) => col.notNull())
    .addColumn('due_at', text, (col) => col.notNull())
    .addColumn('leased_until', text)
    .addColumn('done_at', text)
    .addColumn('dead_at', text)
    .addColumn('outcome', text)
    .execute()
  // Only waiting jobs, however long the log is.
  await sql`create index jobs_next on jobs (kind, lane, due_at, id)
    where done_at is null and dead_at is null`.execute(db)
  const indexes = {
    jobs_leased: ['kind', 'leased_until'],
    jobs_key: ['key'],
    jobs_log: ['kind', 'lane', 'asked_at', 'id'],
    jobs_age: ['asked_at'],
  } as const
  for (const [name, columns] of Object.entries(indexes))
    await db.schema
      .createIndex(name)
      .on('jobs')
      .columns([...columns])
      .execute()
  await moveWebhookDeliveries(db)
  await moveMessageJobs(db)
  await moveRemovals(db)
  await moveFetches(db)
  await moveImports(db)
}

const COLUMNS = sql`id, kind, lane, key, payload, attempts, asked_at, due_at, leased_until, done_at, dead_at, outcome`

/** Their log moves too. A lease of the earlier version is over: its processes have stopped. */
async function moveWebhookDeliveries(db: Kysely<Tables>): Promise<void> {
  const payload = sql`${makeObject(db)}('event', event, 'body', payload)`
  await sql`insert into jobs (${COLUMNS})
    select id, 'webhooks', webhook_id, event_id, cast(${payload} as text), attempts, created_at, due_at, null, done_at, dead_at,
      case when last_status is not null then 'HTTP ' || last_status
        when attempts > 0 then 'The receiver did not answer.' end
    from webhook_deliveries`.execute(db)
  await db.schema.dropTable('webhook_deliveries').execute()
}

async function moveMessageJobs(db: Kysely<Tables>): Promise<void> {
  const payload = sql`${makeObject(db)}('device', coalesce(j.subscription_id, ''))`
  await sql`insert into jobs (${COLUMNS})
    select j.id, case j.channel when 'mail' then 'mails' else 'notifications' end,
      coalesce(m.user_id, m.grievance_id, m.id), m.id, cast(${payload} as text), j.attempts, j.created_at, j.due_at, null, null, j.dead_at,
      case when j.attempts > 0 then 'It could not be delivered.' end
    from message_jobs j join messages m on m.id = j.message_id`.execute(db)
  await db.schema.dropTable('message_jobs').execute()
}

async function moveRemovals(db: Kysely<Tables>): Promise<void> {
  await sql`insert into jobs (${COLUMNS})
    select id, 'media-removals', 'store', id, '{}', attempts, queued_at,
      case due_at when '' then queued_at else due_at end, null, null, null,
      case when attempts > 0 then 'The files could not be deleted.' end
    from media_removals`.execute(db)
  await db.schema.dropTable('media_removals').execute()
}

/** The addresses stay; a job for each that was not fetched yet is added. */
async function moveFetches(db: Kysely<Tables>): Promise<void> {
  await sql`insert into jobs (${COLUMNS})
    select id, 'import-media', owner_id, listing_id, '{}', attempts, asked_at, due_at, null, null, null, sentence
    from import_media where state = 'waiting'`.execute(db)
  for (const index of ['import_media_due', 'import_media_asked'])
    await db.schema.dropIndex(index).execute()
  for (const column of ['attempts', 'due_at'])
    await db.schema.alterTable('import_media').dropColumn(column).execute()
}

async function moveImports(db: Kysely<Tables>): Promise<void> {
  await sql`insert into jobs (${COLUMNS})
    select id, 'imports', owner_id, id, '{}', 0, created_at, created_at, null, null, null, null
    from imports where state = 'running' and owner_id is not null`.execute(db)
  for (const column of ['lease_holder', 'leased_until'])
    await db.schema.alterTable('imports').dropColumn(column).execute()
}

function makeObject(db: Kysely<Tables>) {
  return sql.raw(isPostgres(db) ? 'json_build_object' : 'json_object')
}
