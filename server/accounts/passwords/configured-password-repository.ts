import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/schema.ts'

/** The hash of the configured password that was applied last; null when none was applied yet. */
export async function findConfiguredPassword(
  db: Kysely<Tables>,
  userId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('configured_passwords')
    .select('password_hash')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.password_hash ?? null
}

export async function rememberConfiguredPassword(
  db: Kysely<Tables>,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await db
    .insertInto('configured_passwords')
    .values({ user_id: userId, password_hash: passwordHash })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ password_hash: passwordHash }),
    )
    .execute()
}

/** The account to which a configured password was applied last; null when none was, or it was erased. */
export async function findConfiguredId(db: Kysely<Tables>): Promise<string | null> {
  const row = await db
    .selectFrom('configured_passwords')
    .innerJoin('users', 'users.id', 'configured_passwords.user_id')
    .select('users.id')
    .orderBy('users.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}
