import type { Kysely } from 'kysely'
import type { ApiKeyRow } from '#server/platform/database/rows/import-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'

/** Newest first, with the names of the business and of the person who created the key. */
export function listKeys(db: Kysely<Tables>) {
  return db
    .selectFrom('api_keys')
    .innerJoin('users as business', 'business.id', 'api_keys.owner_id')
    .leftJoin('users as creator', 'creator.id', 'api_keys.created_by')
    .select([
      'api_keys.id',
      'api_keys.name',
      'api_keys.prefix',
      'api_keys.scopes',
      'api_keys.created_at as createdAt',
      'api_keys.expires_at as expiresAt',
      'api_keys.last_used_at as lastUsedAt',
      'business.full_name as business',
      'creator.full_name as createdBy',
    ])
    .orderBy('api_keys.created_at', 'desc')
    .orderBy('api_keys.id', 'desc')
    .execute()
}
export type ListedKey = Awaited<ReturnType<typeof listKeys>>[number]

/** The key with this hash, unless it has expired. */
export function findApiKey(
  db: Kysely<Tables>,
  keyHash: string,
  now: string,
): Promise<ApiKeyRow | undefined> {
  return selectValid(db, now).selectAll().where('key_hash', '=', keyHash).executeTakeFirst()
}

/** The number of keys that have not expired. */
export async function countKeys(db: Kysely<Tables>, now: string): Promise<number> {
  const { keys } = await selectValid(db, now)
    .select(({ fn }) => fn.countAll<number>().as('keys'))
    .executeTakeFirstOrThrow()
  return Number(keys)
}

function selectValid(db: Kysely<Tables>, now: string) {
  return db
    .selectFrom('api_keys')
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
}

export async function insertKey(trx: Kysely<Tables>, row: ApiKeyRow): Promise<void> {
  await trx.insertInto('api_keys').values(row).execute()
}

export async function setKeyUsed(db: Kysely<Tables>, id: string, at: string): Promise<void> {
  await db.updateTable('api_keys').set({ last_used_at: at }).where('id', '=', id).execute()
}

/** Returns the deleted key, if there was one. */
export function removeKey(trx: Kysely<Tables>, id: string): Promise<ApiKeyRow | undefined> {
  return trx.deleteFrom('api_keys').where('id', '=', id).returningAll().executeTakeFirst()
}
