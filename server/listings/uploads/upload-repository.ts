import type { Kysely } from 'kysely'
import type { UploadRow } from '#server/platform/database/rows/media-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'

export function findUpload(db: Kysely<Tables>, id: string): Promise<UploadRow | undefined> {
  return db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function insertUpload(trx: Kysely<Tables>, upload: UploadRow): Promise<void> {
  await trx.insertInto('uploads').values(upload).execute()
}

/** Returns false if the row does not exist any more. */
export async function removeUpload(db: Kysely<Tables>, id: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('uploads')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}

export async function setRefusal(
  db: Kysely<Tables>,
  { id, refusal }: Pick<UploadRow, 'id'> & { refusal: string },
): Promise<void> {
  await db.updateTable('uploads').set({ refusal }).where('id', '=', id).execute()
}

/** The number and total declared size of the owner's uploads; refused ones have no file and do not count. */
export async function sumUploadsOf(
  db: Kysely<Tables>,
  ownerId: string,
): Promise<{ uploads: number; bytes: number }> {
  const { uploads, bytes } = await db
    .selectFrom('uploads')
    .select(({ fn }) => [fn.countAll<number>().as('uploads'), fn.sum<number>('bytes').as('bytes')])
    .where('owner_id', '=', ownerId)
    .where('refusal', 'is', null)
    .executeTakeFirstOrThrow()
  return { uploads: Number(uploads), bytes: Number(bytes ?? 0) }
}

export async function listUploadsOf(db: Kysely<Tables>, ownerId: string): Promise<string[]> {
  const rows = await db.selectFrom('uploads').select('id').where('owner_id', '=', ownerId).execute()
  return rows.map(({ id }) => id)
}

/** The owner's uploads that have not become media, oldest first; refused ones have no file and are left out. */
export function listOpenUploadsOf(
  db: Kysely<Tables>,
  ownerId: string,
): Promise<Pick<UploadRow, 'id' | 'bytes' | 'created_at'>[]> {
  return db
    .selectFrom('uploads')
    .select(['id', 'bytes', 'created_at'])
    .where('owner_id', '=', ownerId)
    .where('refusal', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function listUploadsUntil(db: Kysely<Tables>, createdAt: string): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('created_at', '<=', createdAt)
    .execute()
  return rows.map(({ id }) => id)
}

/** Takes the lease in one statement if it is free or has expired. Times are ISO 8601. */
export async function takeUploadLease(
  db: Kysely<Tables>,
  { id, holder }: { id: string; holder: string },
  { now, until }: { now: string; until: string },
): Promise<boolean> {
  const taken = await db
    .updateTable('uploads')
    .set({ lease_holder: holder, leased_until: until, is_wanted: 0 })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Asks the holder to stop. Returns false if there is no such upload. */
export async function askForLease(db: Kysely<Tables>, id: string): Promise<boolean> {
  const asked = await db
    .updateTable('uploads')
    .set({ is_wanted: 1 })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return asked !== undefined
}

/** Returns false if another request wants the lease, or has taken it. */
export async function renewUploadLease(
  db: Kysely<Tables>,
  { id, holder }: { id: string; holder: string },
  until: string,
): Promise<boolean> {
  const renewed = await db
    .updateTable('uploads')
    .set({ leased_until: until })
    .where('id', '=', id)
    .where('lease_holder', '=', holder)
    .returning('is_wanted')
    .executeTakeFirst()
  return renewed?.is_wanted === 0
}

export async function giveUploadLease(
  db: Kysely<Tables>,
  { id, holder }: { id: string; holder: string },
): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ lease_holder: null, leased_until: null, is_wanted: 0 })
    .where('id', '=', id)
    .where('lease_holder', '=', holder)
    .execute()
}
