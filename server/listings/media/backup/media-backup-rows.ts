import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/schema.ts'
import { readChunks } from '#server/platform/database/table-chunks.ts'
import {
  findMediaId,
  type MediaName,
  NAMES_OF,
  VISIT_FILES,
} from '#server/platform/media/stores/media-names.ts'

/** The number of photos and videos; 0 for a database from a version without them. */
export async function countNamedMedia(db: Kysely<Tables>): Promise<number> {
  let count = 0
  for (const table of await listTables(db)) {
    const found = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    count += Number(found.count)
  }
  return count
}

/**
 * The files of all photos and videos in the database. `done` is the number of photos and videos
 * listed so far, including the one that this file belongs to.
 */
export async function* listNamedFiles(
  db: Kysely<Tables>,
): AsyncGenerator<{ name: MediaName; done: number }> {
  let done = 0
  for (const table of await listTables(db))
    for await (const rows of readChunks(db, { table, key: ['id'] }))
      for (const { id, kind } of rows) {
        done += 1
        // A backup may be manipulated: an id must not form a path out of the folder.
        const mediaId = findMediaId(String(id))
        if (mediaId === null) continue
        for (const name of namesOf(table, kind)) yield { name: { mediaId, name }, done }
      }
}

/** Whether the database has the photo or video still. */
export async function isStillNamed(db: Kysely<Tables>, id: string): Promise<boolean> {
  for (const table of MEDIA_TABLES)
    if (await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) return true
  return false
}

function namesOf(table: MediaTable, kind: unknown): Iterable<string> {
  if (table === 'visit_photos') return VISIT_FILES.values()
  return kind === 'video' ? NAMES_OF.video : NAMES_OF.photo
}

const MEDIA_TABLES = ['media', 'visit_photos'] as const
type MediaTable = (typeof MEDIA_TABLES)[number]

/** Those that the version of the database has. */
async function listTables(db: Kysely<Tables>): Promise<MediaTable[]> {
  const there = new Set((await db.introspection.getTables()).map(({ name }) => name))
  return MEDIA_TABLES.filter((table) => there.has(table))
}
