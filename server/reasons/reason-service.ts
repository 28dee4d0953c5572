import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { appendAuditEntry } from '#server/audit/audit-service.ts'
import type { Session } from '#server/auth/sessions/session-service.ts'
import type { RejectionReasonRow } from '#server/database/listing-rows.ts'
import type { Tables } from '#server/database/schema.ts'
import { isVersionMatch, type VersionMatch } from '#server/http/calls/version-match.ts'
import { ServerError } from '#server/http/server-error.ts'
import type { RejectionReason } from '#src/domain/listing/rejection-reason.ts'
import {
  findReasonRow,
  listReasonRows,
  putReason,
  removeReason,
  setReasonUsed,
} from './reason-repository.ts'

// The list of reasons for rejections. A code that a seller has received is only retired, never
// removed, so that it cannot get another meaning.

const VERSION_CHARS = 22 // 132 bits of base64url

export interface VersionedReasons {
  reasons: (RejectionReason & { isUsed: boolean })[]
  /** Changes whenever the list changes. */
  version: string
}

export async function readReasons(db: Kysely<Tables>): Promise<VersionedReasons> {
  const reasons = (await listReasonRows(db)).map(toReason)
  const hash = createHash('sha256').update(JSON.stringify(reasons)).digest('base64url')
  return { reasons, version: hash.slice(0, VERSION_CHARS) }
}

/**
 * Replaces the list; removes codes that `next` lacks. @throws ServerError 412 when the list is not of
 * the version `seen`, 409 when `next` lacks a code that a seller has received
 */
export async function replaceReasons(
  trx: Kysely<Tables>,
  next: readonly RejectionReason[],
  { seen, session, now }: { seen: VersionMatch; session: Session; now: Date },
): Promise<VersionedReasons> {
  const { version } = await readReasons(trx)
  if (!isVersionMatch(seen, version))
    throw new ServerError(
      412,
      'list-changed',
      'Somebody else has changed the reasons meanwhile. Load them again.',
    )
  const before = new Map((await listReasonRows(trx)).map((row) => [row.code, row]))
  const codes = new Set(next.map(({ code }) => code))
  const gone = [...before.values()].filter(({ code }) => !codes.has(code))
  const used = gone.find(({ is_used }) => is_used === 1)
  if (used)
    throw new ServerError(
      409,
      'reason-used',
      `“${used.label}” was given to a seller before, so it can only be retired.`,
    )
  const rows = next.map((reason, position) => toRow(reason, position, before.get(reason.code)))
  const changed = rows.filter((row) => !isSame(row, before.get(row.code)))
  for (const { code } of gone) await removeReason(trx, code)
  for (const row of changed) await putReason(trx, row)
  const touched = [...changed, ...gone].map(({ code }) => code)
  if (touched.length > 0)
    await appendAuditEntry(trx, {
      at: now.toISOString(),
      actor_id: session.userId,
      device_label: session.deviceLabel,
      action: 'reason-list',
      entity: 'account',
      entity_id: session.userId,
      from_value: null,
      to_value: touched.join(', '),
      idempotency_key: null,
    })
  return readReasons(trx)
}

/** Records that a reason is used, so that it is never removed. @throws ServerError 400 unless active */
export async function requireOfferedReason(trx: Kysely<Tables>, code: string): Promise<void> {
  const row = await findReasonRow(trx, code)
  if (row?.is_active !== 1)
    throw new ServerError(
      400,
      'reason-unknown',
      'This reason is not in the list any more. Choose another one.',
    )
  if (row.is_used === 0) await setReasonUsed(trx, code)
}

/** Returns a function that maps a code to its label; an unknown code maps to itself. */
export async function labelReasons(db: Kysely<Tables>): Promise<(code: string) => string> {
  const labels = new Map((await listReasonRows(db)).map(({ code, label }) => [code, label]))
  return (code) => labels.get(code) ?? code
}

function toReason(row: RejectionReasonRow): VersionedReasons['reasons'][number] {
  const { code, label, sentence, field } = row
  return { code, label, sentence, field, isActive: row.is_active === 1, isUsed: row.is_used === 1 }
}

function toRow(
  { code, label, sentence, field, isActive }: RejectionReason,
  position: number,
  before: RejectionReasonRow | undefined,
): RejectionReasonRow {
  const isUsed = before?.is_used ?? 0
  return { code, label, sentence, field, position, is_active: isActive ? 1 : 0, is_used: isUsed }
}

function isSame(row: RejectionReasonRow, before: RejectionReasonRow | undefined): boolean {
  if (!before) return false
  return (Object.keys(row) as (keyof RejectionReasonRow)[]).every((key) => row[key] === before[key])
}
