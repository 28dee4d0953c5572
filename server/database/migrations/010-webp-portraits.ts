import { type Kysely, sql } from 'kysely'
import { beginRun, bumpRevision } from '#server/database/revision.ts'
import type { Tables } from '#server/database/schema.ts'

/**
 * SVG portraits of the demo data, which `/media` no longer serves. Other pictures keep their URLs.
 */
const DEMO_PORTRAITS = Array.from(
  { length: 24 },
  (_, index) => `/media/people/p${String(index + 1).padStart(2, '0')}.svg`,
)

export async function up(db: Kysely<Tables>): Promise<void> {
  const changed = await db
    .updateTable('users')
    .set({ picture_url: sql<string>`replace(picture_url, '.svg', '.webp')` })
    .where('picture_url', 'in', DEMO_PORTRAITS)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) return
  // Without a new revision, clients would get a 304 and keep the old URLs. A new epoch is needed too: if this
  // database is a restored backup, the next revision number may already have identified other data.
  await beginRun(db)
  await bumpRevision(db)
}
