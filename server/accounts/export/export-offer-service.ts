import { requireMember } from '#server/accounts/erasure/deletion-service.ts'
import type { Session } from '#server/accounts/sessions/session-service.ts'
import type { CallDeps } from '#server/platform/app-env.ts'
import { appendAuditEntry } from '#server/platform/audit/audit-service.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { countPersonTry } from '#server/platform/limits/limit-service.ts'
import { OWN_ACCOUNT } from '#src/config/paths.ts'
import { composeExportMail } from './export-mail.ts'

type OfferDeps = Pick<
  CallDeps,
  'db' | 'write' | 'writeAsServer' | 'clock' | 'appSecret' | 'mailer' | 'publicUrl' | 'log'
>

/**
 * Mails a user how to download their data. Returns whether the mail server accepted the mail; only
 * then appends an audit entry. `network` is the caller's. @throws ServerError 404, 409 without a mail server, 429
 */
export async function offerExport(
  { db, write, writeAsServer, clock, appSecret, mailer, publicUrl, log }: OfferDeps,
  id: string,
  { userId, deviceLabel }: Session,
  network: string,
): Promise<boolean> {
  const now = clock()
  const user = await requireMember(db, id)
  if (!mailer.isConfigured)
    throw new ServerError(
      409,
      'no-mail',
      'This server sends no e-mails. Tell the user to sign in and to open "Your account".',
    )
  await countPersonTry({ write, appSecret }, 'member-mail', { userId: user.id, network, now })
  const isMailed = await mailer.send(user.email, composeExportMail(`${publicUrl}${OWN_ACCOUNT}`))
  log.info({ userId: user.id, isMailed }, 'a user was told how to export their data')
  if (!isMailed) return false
  // The mail has left, so this entry is written whatever has happened to the caller since.
  await writeAsServer((trx) =>
    appendAuditEntry(trx, {
      at: now.toISOString(),
      actor_id: userId,
      device_label: deviceLabel,
      action: 'export-offer',
      entity: 'account',
      entity_id: user.id,
      from_value: null,
      to_value: null,
      idempotency_key: null,
    }),
  )
  return true
}
