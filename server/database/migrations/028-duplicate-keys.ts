import type { Kysely } from 'kysely'
import { textType } from '#server/database/column-types.ts'
import { listPhotoBands, placeKeyOf } from '#server/database/duplicate-keys.ts'
import type { MediaRow } from '#server/database/media-rows.ts'
import type { Tables } from '#server/database/schema.ts'
import { readChunks } from '#server/database/table-chunks.ts'

/** A table and indexes for the checks of a submission: comparable prices, and duplicates in other listings. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('photo_bands')
    .addColumn('band', 'integer', (col) => col.notNull())
    .addColumn('media_id', textType(db), (col) =>
      col.notNull().references('media.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('photo_bands_key', ['band', 'media_id'])
    .execute()
  await db.schema.alterTable('postings').addColumn('place_key', textType(db)).execute()
  const indexes = {
    photo_bands_media: ['photo_bands', ['media_id']],
    media_checksum: ['media', ['checksum']],
    postings_place: ['postings', ['place_key']],
    users_phone: ['users', ['phone_number']],
    listings_market: ['listings', ['city', 'property_type', 'sale_type', 'status', 'created_at']],
  } as const
  for (const [name, [table, columns]] of Object.entries(indexes))
    await db.schema
      .createIndex(name)
      .on(table)
      .columns([...columns])
      .execute()
  await fillBands(db)
  await fillPlaces(db)
}

async function fillBands(db: Kysely<Tables>): Promise<void> {
  for await (const rows of readChunks(db, { table: 'media', key: ['id'] })) {
    const media = rows as unknown as MediaRow[] // rows of the table `media`
    const bands = media.flatMap(({ id, perceptual_hash: hash }) =>
      listPhotoBands(hash).map((band) => ({ band, media_id: id })),
    )
    if (bands.length > 0) await db.insertInto('photo_bands').values(bands).execute()
  }
}

async function fillPlaces(db: Kysely<Tables>): Promise<void> {
  for await (const rows of readChunks(db, { table: 'postings', key: ['id'] }))
    for (const { id, submitted } of rows) {
      const key = placeKeyOf(submitted === null ? null : String(submitted))
      if (key === null) continue
      await db
        .updateTable('postings')
        .set({ place_key: key })
        .where('id', '=', String(id))
        .execute()
    }
}
