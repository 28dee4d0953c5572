import { sql } from 'kysely'
import type { TextType } from '#server/platform/database/column-types.ts'

/** What is known of a file besides its rows, before it is read. */
const NO_FACTS = {
  sheet: null,
  otherSheets: [],
  rows: 0,
  hiddenRows: 0,
  blankRows: 0,
  hiddenColumns: [],
  merges: [],
  namesRow: { row: 1, isSure: true },
}

/** API keys, and listings that come from files and other sites. */
export const importTables = (text: TextType) => [
  sql`create table api_keys (
    id ${text} primary key,
    key_hash ${text} not null unique,
    prefix ${text} not null,
    name ${text} not null,
    scopes ${text} not null,
    owner_id ${text} not null references users (id),
    created_by ${text} not null references users (id),
    created_at ${text} not null,
    expires_at ${text},
    last_used_at ${text}
  )`,
  sql`create index api_keys_owner on api_keys (owner_id)`,
  sql`create table imported_listings (
    owner_id ${text} not null references users (id),
    reference ${text} not null,
    listing_id ${text} not null unique,
    constraint imported_listings_key primary key (owner_id, reference)
  )`,
  sql`create table imports (
    id ${text} primary key,
    file_name ${text} not null,
    state ${text} not null check (state in ('reading', 'ready', 'running', 'done')),
    columns ${text} not null,
    mapping ${text},
    owner_id ${text} references users (id),
    created_by ${text} references users (id),
    device_label ${text} not null,
    created_at ${text} not null,
    finished_at ${text},
    row_count integer not null,
    next_chunk integer not null,
    created integer not null,
    updated integer not null,
    unchanged integer not null,
    refused integer not null,
    names_row integer default 1,
    facts ${text} not null default ${sql.lit(JSON.stringify(NO_FACTS))}
  )`,
  sql`create index imports_owner on imports (owner_id)`,
  sql`create index imports_state on imports (state, created_at)`,
  // Long texts come last, because SQLite reads through a long text to reach the columns after it.
  sql`create table import_chunks (
    import_id ${text} not null references imports (id) on delete cascade,
    position integer not null,
    cells ${text} not null,
    refused ${text},
    constraint import_chunks_key primary key (import_id, position)
  )`,
  // `media_id` without a foreign key: a photo or video may be deleted, and the next import fetches it again.
  sql`create table import_media (
    id ${text} primary key,
    listing_id ${text} not null references postings (id) on delete cascade,
    owner_id ${text} not null references users (id),
    position integer not null,
    kind ${text} not null check (kind in ('photo', 'video')),
    state ${text} not null check (state in ('waiting', 'fetched', 'failed')),
    asked_at ${text} not null,
    media_id ${text},
    sentence ${text},
    address ${text} not null,
    constraint import_media_address unique (listing_id, address)
  )`,
  sql`create index import_media_owner on import_media (owner_id, state)`,
]
