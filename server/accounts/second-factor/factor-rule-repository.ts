import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/schema.ts'
import type { StaffRole } from '#src/domain/team/permission.ts'

export function listFactorRules(db: Kysely<Tables>) {
  return db.selectFrom('factor_rules').selectAll().execute()
}

export async function setFactorRule(
  trx: Kysely<Tables>,
  role: StaffRole,
  isRequired: boolean,
): Promise<void> {
  const is_required = isRequired ? 1 : 0
  await trx
    .insertInto('factor_rules')
    .values({ role, is_required })
    .onConflict((conflict) => conflict.column('role').doUpdateSet({ is_required }))
    .execute()
}
