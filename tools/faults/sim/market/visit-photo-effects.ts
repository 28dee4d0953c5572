import { type Kysely, sql } from 'kysely'
import { findLiveSession } from '#server/accounts/sessions/session-service.ts'
import { insertUpload } from '#server/listings/uploads/upload-repository.ts'
import { insertPhoto } from '#server/listings/visit-photos/visit-photo-service.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { GivenPhoto } from '#tools/faults/model/visit-rules.ts'

// Photos of visits on the server: what stands for their uploads, and which visit has got which photo.

/** Creates a trigger that logs each photo that a visit gets: with its listing, a photo is deleted too. */
export async function watchVisitPhotos(db: Kysely<Tables>): Promise<void> {
  await sql`create table visit_photo_deeds (photo_id text, visit_id text)`.execute(db)
  await sql`create trigger saw_visit_photo after update of visit_id on visit_photos
    when new.visit_id is not null begin
    insert into visit_photo_deeds values (new.id, new.visit_id); end`.execute(db)
}

/** Every photo that a visit has got, in order. */
export async function listGivenPhotos(db: Kysely<Tables>): Promise<GivenPhoto[]> {
  const { rows } = await sql<{ photo_id: string; visit_id: string }>`
    select photo_id, visit_id from visit_photo_deeds order by rowid`.execute(db)
  return rows.map((row) => ({ photoId: row.photo_id, visitId: row.visit_id }))
}

/**
 * Makes the photo that a request asks for of an upload, before the server's handler looks for it. Stands for the upload of its
 * bytes, and for the processes that read them, which a simulated clock cannot drive. For a listing that is gone, it makes the
 * upload alone, which the handler refuses.
 */
export async function makeVisitPhoto(
  db: Kysely<Tables>,
  request: Request,
  now: Date,
): Promise<void> {
  const listingId = /\/admin\/properties\/(\w+)\/visit-photos$/.exec(request.url)?.[1]
  const token = request.headers.get('Authorization')?.slice('Bearer '.length) ?? ''
  const session = listingId && (await findLiveSession(db, token, now))
  if (!listingId || !session) return
  const { upload, takenAt } = (await request.clone().json()) as { upload: string; takenAt: string } // the API contract of this call
  const hasRow = async (table: 'visit_photos' | 'listings' | 'uploads', id: string) =>
    (await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined
  if ((await hasRow('visit_photos', upload)) || (await hasRow('uploads', upload))) return
  const common = { id: upload, bytes: 1 }
  if (await hasRow('listings', listingId)) {
    await insertPhoto(db, {
      ...common,
      listing_id: listingId,
      person_id: session.userId,
      visit_id: null,
      taken_at: takenAt,
      stored_at: now.toISOString(),
      width: 800,
      height: 600,
      thumbhash: null,
    })
    return
  }
  await insertUpload(db, {
    ...common,
    owner_id: session.userId,
    created_at: now.toISOString(),
    lease_holder: null,
    leased_until: null,
    is_wanted: 0,
    refusal: null,
  })
}
