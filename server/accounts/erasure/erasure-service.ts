// Erases a person. Deletes all data that is only theirs, moves payments and loans to a random id, and
// keeps audit entries, which identify people only by id. Because entries refer to the account's id, the
// account stays as an empty row, and nobody can sign in to it.

import type { Kysely } from 'kysely'
import { findAccountById } from '#server/accounts/people/account-repository.ts'
import { revokeInvitationsBy } from '#server/accounts/people/link-repository.ts'
import { endRegistrations } from '#server/accounts/registration/registration-end-service.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import { appendAccountAuditEntry } from '#server/platform/audit/audit-service.ts'
import type { ServerSettings } from '#server/platform/config/server-settings.ts'
import { describePassingTrouble } from '#server/platform/database/database-trouble.ts'
import { bumpRevision } from '#server/platform/database/revision.ts'
import type { UserRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { forgetTriesOf } from '#server/platform/limits/attempts-erasure-service.ts'
import type {
  ErasedPerson,
  PersonalParts,
} from '#server/platform/personal-tables/personal-table.ts'
import { composeErasureMail } from './deletion-mail.ts'
import { findDeletion, listDueIds } from './deletion-repository.ts'
import { requireDeletable } from './deletion-service.ts'
import {
  emptyUser,
  insertEmptyUser,
  isPortraitOfAnybody,
  listRegistrationIds,
  removeInviter,
  removeOwnRows,
  removeRowsOfAddress,
} from './erasure-repository.ts'

export interface ErasureDeps
  extends Pick<AppDeps, 'db' | 'log' | 'mailer' | 'background' | 'appSecret' | 'parts'> {
  /** The folder of unfinished uploads. */
  uploadDir: string
  settings: Pick<ServerSettings, 'adminEmail' | 'mediaDir'>
}

/**
 * Erases every account whose deletion is due, each in its own transaction, and confirms it by
 * e-mail. Several processes may run this at once: only one of them erases each account. Skips
 * accounts that `requireDeletable` refuses, such as the last owner. Returns the number of erased
 * accounts.
 */
export async function eraseDueAccounts(deps: ErasureDeps, now: Date): Promise<number> {
  const { db, log, mailer, background } = deps
  let erased = 0
  for (const id of await listDueIds(db, now.toISOString())) {
    const account = await eraseIfDue(deps, id, now)
    if (!account) continue
    erased += 1
    log.info({ userId: id }, 'an account was erased')
    if (mailer.isConfigured)
      background.start(() => mailer.send(account.email, composeErasureMail()))
  }
  return erased
}

/**
 * Returns the account as it was before its erasure; null if its deletion was cancelled or is not
 * due, if it is erased already, or if `requireDeletable` refuses it.
 */
async function eraseIfDue(deps: ErasureDeps, id: string, now: Date): Promise<UserRow | null> {
  const { db, log, settings } = deps
  try {
    return await db.transaction().execute(async (trx) => {
      const deletion = await findDeletion(trx, id)
      const account = await findAccountById(trx, id)
      if (!account || !deletion || deletion.due_at > now.toISOString()) return null
      await requireDeletable(trx, deps, account)
      await eraseAccount(trx, account, {
        ...deps,
        folders: { uploadDir: deps.uploadDir, mediaDir: settings.mediaDir },
        now,
      })
      return account
    })
  } catch (error) {
    // An account that cannot be erased must not hold up those after it. The next run tries it again.
    if (describePassingTrouble(error)) throw error
    const why = error instanceof ServerError ? { reason: error.code } : { err: error }
    log.error({ userId: id, ...why }, 'an account that is due cannot be erased')
    return null
  }
}

/**
 * Erases these people in a restored database, even if no deletion is requested there. Skips ids
 * that are unknown or already erased. Returns the number of erased accounts.
 */
export async function eraseAgain(
  db: Kysely<Tables>,
  ids: readonly string[],
  now: Date,
  parts: PersonalParts,
): Promise<number> {
  let erased = 0
  for (const id of ids)
    await db.transaction().execute(async (trx) => {
      const account = await findAccountById(trx, id)
      if (!account) return
      // Keeps files and attempts: a backup has no files of these folders, and its counts of attempts expire in a day.
      await eraseAccount(trx, account, { folders: null, appSecret: null, now, parts })
      erased += 1
    })
  return erased
}

interface Erasure extends Pick<ErasedPerson, 'folders' | 'now'> {
  /** The key of the HMACs under which attempts are counted; null keeps the attempts. */
  appSecret: string | null
  parts: PersonalParts
}

async function eraseAccount(
  trx: Kysely<Tables>,
  account: UserRow,
  { folders, appSecret, now, parts }: Erasure,
): Promise<void> {
  const { id, email } = account
  const at = now.toISOString()
  let substitute: Promise<string> | undefined
  const getSubstituteId = () => {
    substitute ??= insertEmptyUser(trx)
    return substitute
  }
  const files: (string | null)[] = [account.picture_url]
  for (const erase of parts.erasers)
    files.push(...(await erase(trx, { account, now, folders, getSubstituteId })))
  await endRegistrations(trx, await listRegistrationIds(trx, email), parts)
  await revokeInvitationsBy(trx, id, at)
  await removeInviter(trx, id)
  await removeRowsOfAddress(trx, email)
  await removeOwnRows(trx, id, parts)
  await emptyUser(trx, id)
  if (appSecret !== null) await forgetTriesOf(trx, appSecret, account)
  await appendAccountAuditEntry(trx, 'erase', { accountId: id, deviceLabel: 'Server', now })
  // Lists show people's names, so clients must refetch them.
  await bumpRevision(trx)
  if (!folders) return
  // Deletes files before the commit: a failure rolls the erasure back, and the next run retries.
  for (const url of files)
    if (url !== null && !(await isFileUsed(trx, url, parts)))
      parts.removeFile(folders.mediaDir, url)
}

async function isFileUsed(
  trx: Kysely<Tables>,
  url: string,
  { fileUsers }: PersonalParts,
): Promise<boolean> {
  for (const isUsed of [isPortraitOfAnybody, ...fileUsers]) if (await isUsed(trx, url)) return true
  return false
}

/** The ids of all erased accounts, sorted. */
export async function listErasedIds(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select('entity_id as id')
    .where('action', '=', 'erase')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
