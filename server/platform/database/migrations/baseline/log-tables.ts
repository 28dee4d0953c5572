import { sql } from 'kysely'
import type { TextType } from '#server/platform/database/column-types.ts'

/** The audit log, revisions, idempotency records, jobs and restores. */
export const logTables = (text: TextType) => [
  // The server assigns consecutive ids, so two writers cannot both append after the same row. The table has its second name, and
  // `schedules` too, because PostgreSQL's names of constraints must be those of databases that earlier migrations created.
  sql`create table chained_log (
    id integer primary key,
    at ${text} not null,
    actor_id ${text} not null references users (id),
    device_label ${text} not null,
    action ${text} not null,
    entity ${text} not null,
    entity_id ${text} not null,
    from_value ${text},
    to_value ${text},
    idempotency_key ${text},
    hash ${text} not null check (length(hash) = 64)
  )`,
  sql`alter table chained_log rename to audit_log`,
  sql`create index audit_log_entity on audit_log (entity, entity_id, id)`,
  sql`create index audit_log_kind on audit_log (entity, id)`,
  sql`create index audit_log_actor_id on audit_log (actor_id, id)`,
  sql`create index audit_log_action on audit_log (action, id)`,
  sql`create table revisions (
    id integer primary key check (id = 1),
    value bigint not null,
    epoch ${text} not null,
    horizon bigint not null default 0,
    is_run_new integer not null default 0
  )`,
  sql`create table ended_epochs (
    epoch ${text} primary key,
    last_value bigint not null
  )`,
  sql`create table receipts (
    user_id ${text} not null,
    key ${text} not null,
    request_hash ${text} not null,
    entity_id ${text} not null,
    status integer not null,
    expires_at ${text} not null,
    version integer,
    constraint receipts_key primary key (user_id, key)
  )`,
  sql`create index receipts_expiry on receipts (expires_at)`,
  sql`create table jobs (
    name ${text} primary key,
    lease_holder ${text},
    leased_until ${text},
    done_at ${text}
  )`,
  sql`alter table jobs rename to schedules`,
  sql`create table jobs (
    id ${text} primary key,
    kind ${text} not null,
    lane ${text} not null check (lane <> ''),
    key ${text} not null,
    payload ${text} not null,
    attempts integer not null,
    asked_at ${text} not null,
    due_at ${text} not null,
    leased_until ${text},
    done_at ${text},
    dead_at ${text},
    outcome ${text}
  )`,
  // Only waiting jobs, however long the log is.
  sql`create index jobs_next on jobs (kind, lane, due_at, id) where done_at is null and dead_at is null`,
  sql`create index jobs_leased on jobs (kind, leased_until)`,
  sql`create index jobs_key on jobs (key)`,
  sql`create index jobs_log on jobs (kind, lane, asked_at, id)`,
  sql`create index jobs_age on jobs (asked_at)`,
  sql`create table restores (
    id integer primary key check (id = 1),
    restored_at ${text} not null,
    backup ${text},
    is_logged integer not null check (is_logged in (0, 1))
  )`,
]
