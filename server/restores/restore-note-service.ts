// Remembers a restore until an owner has looked at what it may have brought back: passkeys that were removed, people
// who were suspended and webhooks that were deleted after the backup. The list shows what there is now.

import { basename } from 'node:path'
import type { Kysely } from 'kysely'
import {
  findRestoredPasskeys,
  type PasskeyRemoval,
} from '#server/accounts/passkeys/restored-passkey-service.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import { appendAccountAuditEntry } from '#server/platform/audit/audit-service.ts'
import type { RestoreRow, Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { findRestore, removeRestore, setRestore } from './restore-repository.ts'

/** Notes a restore, in place of an earlier one. `file` is null if the backup is not known. */
export async function noteRestore(
  trx: Kysely<Tables>,
  file: string | null,
  now: Date,
): Promise<void> {
  await setRestore(trx, { restored_at: now.toISOString(), backup: file && basename(file) })
}

/**
 * The restore that nobody has dealt with, and the passkeys that were there when it was made; null without one. Passkeys that
 * were added since cannot be revived ones.
 */
export async function findRestoreToCheck(db: Kysely<Tables>) {
  const restore = await findRestore(db)
  if (!restore) return null
  const { restored_at: restoredAt, backup } = restore
  return { restoredAt, backup, ...(await findRestoredPasskeys(db, restoredAt)) }
}

/** @throws ServerError 404 when no restore waits to be looked at */
export async function requireRestore(db: Kysely<Tables>): Promise<RestoreRow> {
  const restore = await findRestore(db)
  if (!restore)
    throw new ServerError(404, 'not-found', 'Somebody has looked at this restore already.')
  return restore
}

/** Puts the list away. The audit log names the owner who has looked at it. @throws ServerError 404 without a restore */
export async function endRestoreCheck(
  { write }: Pick<AppDeps, 'write'>,
  { actorId, deviceLabel, now }: PasskeyRemoval,
): Promise<void> {
  await write(async (trx) => {
    await requireRestore(trx)
    await removeRestore(trx)
    const about = { accountId: actorId, deviceLabel, now, detail: 'access checked' }
    await appendAccountAuditEntry(trx, 'restore', about)
  })
}
