import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/schema.ts'
import { readChunks } from '#server/platform/database/table-chunks.ts'
import {
  findMediaName,
  LISTINGS_FOLDER,
  type MediaName,
  NAMES_OF,
} from '#server/platform/media/stores/media-names.ts'

/** The number of photos and videos; 0 for a database from a version without them. */
export async function countNamedMedia(db: Kysely<Tables>): Promise<number> {
  if (!(await hasMedia(db))) return 0
  const { count } = await db
    .selectFrom('media')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * The files of all photos and videos in the database. `done` is the number of photos and videos
 * listed so far, including the one that this file belongs to.
 */
export async function* listNamedFiles(
  db: Kysely<Tables>,
): AsyncGenerator<{ name: MediaName; done: number }> {
  if (!(await hasMedia(db))) return
  let done = 0
  for await (const rows of readChunks(db, { table: 'media', key: ['id'] }))
    for (const { id, kind } of rows) {
      done += 1
      for (const one of kind === 'video' ? NAMES_OF.video : NAMES_OF.photo) {
        // A backup may be manipulated: an id must not form a path out of the folder.
        const name = findMediaName([LISTINGS_FOLDER, String(id), one])
        if (name) yield { name, done }
      }
    }
}

async function hasMedia(db: Kysely<Tables>): Promise<boolean> {
  return (await db.introspection.getTables()).some(({ name }) => name === 'media')
}
