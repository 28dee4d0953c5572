import { type Kysely, sql } from 'kysely'
import { textType } from '#server/platform/database/column-types.ts'
import type { Tables } from '#server/platform/database/schema.ts'

/** Views of the panel's lists, and what each person has over them. A deleted view takes its layers along. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  const statements = [
    sql`create table saved_views (
      id ${text} primary key,
      user_id ${text} not null references users (id),
      list ${text} not null check (list in ('property', 'users', 'loans', 'payments')),
      name ${text} not null,
      query ${text} not null,
      columns ${text},
      is_shared integer not null check (is_shared in (0, 1)),
      version integer not null,
      updated_at ${text} not null
    )`,
    sql`create index saved_views_user on saved_views (user_id)`,
    sql`create table saved_view_layers (
      user_id ${text} not null references users (id),
      view_id ${text} not null references saved_views (id) on delete cascade,
      query ${text} not null,
      columns ${text},
      is_start integer not null check (is_start in (0, 1)),
      version integer not null,
      updated_at ${text} not null,
      primary key (user_id, view_id)
    )`,
    sql`create index saved_view_layers_view on saved_view_layers (view_id)`,
    sql`create unique index saved_view_layers_start on saved_view_layers (user_id) where is_start = 1`,
  ]
  for (const statement of statements) await statement.execute(db)
}
