import { sql } from 'kysely'
import type { TextType } from '#server/platform/database/column-types.ts'

/** Photos and videos of listings. */
export const mediaTables = (text: TextType) => [
  sql`create table uploads (
    id ${text} primary key check (length(id) = 32),
    owner_id ${text} not null references users (id),
    bytes integer not null check (bytes > 0),
    created_at ${text} not null,
    lease_holder ${text},
    leased_until ${text},
    is_wanted integer not null check (is_wanted in (0, 1)),
    refusal ${text}
  )`,
  sql`create index uploads_owner on uploads (owner_id)`,
  sql`create index uploads_created on uploads (created_at)`,
  // `posting_id` without a foreign key: the draft may not have reached the server yet.
  sql`create table media (
    id ${text} primary key check (length(id) = 32),
    owner_id ${text} not null references users (id),
    posting_id ${text} not null,
    kind ${text} not null check (kind in ('photo', 'video')),
    created_at ${text} not null,
    unused_since ${text},
    width integer not null,
    height integer not null,
    duration_ms integer,
    bytes integer not null,
    checksum ${text} not null,
    perceptual_hash ${text},
    thumbhash ${text}
  )`,
  sql`create index media_posting on media (posting_id)`,
  sql`create index media_owner on media (owner_id)`,
  sql`create index media_unused on media (unused_since)`,
  sql`create index media_checksum on media (checksum)`,
  sql`create table photo_bands (
    band integer not null,
    media_id ${text} not null references media (id) on delete cascade,
    constraint photo_bands_key primary key (band, media_id)
  )`,
  sql`create index photo_bands_media on photo_bands (media_id)`,
]
