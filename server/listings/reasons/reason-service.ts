import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type * as v from 'valibot'
import type { Session } from '#server/accounts/sessions/session-service.ts'
import { appendAuditEntry } from '#server/platform/audit/audit-service.ts'
import type { RejectionReasonRow } from '#server/platform/database/rows/listing-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { isVersionMatch, type VersionMatch } from '#server/platform/http/calls/version-match.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import type { ReasonListSchema } from '#src/domain/listing/reason-schemas.ts'
import { asksForChanges } from '#src/domain/listing/reason-sentence.ts'
import type { RejectionReason } from '#src/domain/listing/rejection-reason.ts'
import {
  findReasonRow,
  isReasonRequired,
  listReasonRows,
  putReason,
  removeReason,
  setReasonRequired,
  setReasonUsed,
} from './reason-repository.ts'

// The list of reasons for rejections. A code that a seller has received is only retired, never
// removed, so that it cannot get another meaning.

const VERSION_CHARS = 22 // 132 bits of base64url

export interface VersionedReasons {
  reasons: ListedReason[]
  /** Whether a rejection needs a reason. */
  isReasonRequired: boolean
  /** Changes whenever the list or the rule changes. */
  version: string
}

type ListedReason = RejectionReason & { isUsed: boolean }

export async function readReasons(db: Kysely<Tables>): Promise<VersionedReasons> {
  const reasons = (await listReasonRows(db)).map(toReason)
  const isRequired = await isReasonRequired(db)
  const hash = createHash('sha256').update(JSON.stringify({ reasons, isRequired }))
  const version = hash.digest('base64url').slice(0, VERSION_CHARS)
  return { reasons, isReasonRequired: isRequired, version }
}

/** A list from a client. Older clients do not send what is optional, and change nothing of it. */
export type NewReasons = v.InferOutput<typeof ReasonListSchema>

/**
 * Replaces the list and the rule; removes codes that `next` lacks. @throws ServerError 412 when the list is not of
 * the version `seen`, 409 when `next` lacks a code that a seller has received, 400 when a reason is required and none
 * offered
 */
export async function replaceReasons(
  trx: Kysely<Tables>,
  next: NewReasons,
  { seen, session, now }: { seen: VersionMatch; session: Session; now: Date },
): Promise<VersionedReasons> {
  const known = await readReasons(trx)
  if (!isVersionMatch(seen, known.version))
    throw new ServerError(
      412,
      'list-changed',
      'Somebody else has changed the reasons meanwhile. Load them again.',
    )
  const isRequired = next.isReasonRequired ?? known.isReasonRequired
  if (isRequired && !next.reasons.some(({ isActive }) => isActive))
    throw new ServerError(
      400,
      'invalid-input',
      'Show at least one reason: every rejection needs one.',
    )
  const entry = {
    at: now.toISOString(),
    actor_id: session.userId,
    device_label: session.deviceLabel,
    entity: 'account',
    entity_id: session.userId,
    idempotency_key: null,
  } as const
  const touched = await replaceRows(trx, next.reasons)
  if (touched.length > 0)
    await appendAuditEntry(trx, {
      ...entry,
      action: 'reason-list',
      from_value: null,
      to_value: touched.join(', '),
    })
  if (isRequired !== known.isReasonRequired) {
    await setReasonRequired(trx, isRequired)
    await appendAuditEntry(trx, {
      ...entry,
      action: 'reason-rule',
      from_value: nameRule(known.isReasonRequired),
      to_value: nameRule(isRequired),
    })
  }
  return readReasons(trx)
}

function nameRule(isRequired: boolean): string {
  return isRequired ? 'required' : 'optional'
}

/** Stores the list. Returns the codes of the reasons that were changed, added or removed. */
async function replaceRows(trx: Kysely<Tables>, next: NewReasons['reasons']): Promise<string[]> {
  const before = new Map((await listReasonRows(trx)).map((row) => [row.code, row]))
  const codes = new Set(next.map(({ code }) => code))
  const gone = [...before.values()].filter(({ code }) => !codes.has(code))
  const used = gone.find(({ is_used }) => is_used === 1)
  if (used)
    throw new ServerError(
      409,
      'reason-used',
      `“${used.label}” was given to a seller before, so it cannot be removed. Hide it: it is then not offered any more.`,
    )
  const rows = next.map((reason, position) => toRow(reason, position, before.get(reason.code)))
  const changed = rows.filter((row) => !isSame(row, before.get(row.code)))
  for (const { code } of gone) await removeReason(trx, code)
  for (const row of changed) await putReason(trx, row)
  return [...changed, ...gone].map(({ code }) => code)
}

/** @throws ServerError 409 if a rejection needs a reason */
export async function requireNoReasonNeeded(trx: Kysely<Tables>): Promise<void> {
  if (await isReasonRequired(trx))
    throw new ServerError(
      409,
      'reason-required',
      'A rejection needs a reason here. Choose one and reject the listing with it.',
    )
}

/**
 * Records that a reason is used, so that it is never removed. Returns its sentence, with variables.
 * @throws ServerError 400 unless active
 */
export async function requireOfferedReason(trx: Kysely<Tables>, code: string): Promise<string> {
  const row = await findReasonRow(trx, code)
  if (row?.is_active !== 1)
    throw new ServerError(
      400,
      'reason-unknown',
      'This reason is not in the list any more. Choose another one.',
    )
  if (row.is_used === 0) await setReasonUsed(trx, code)
  return row.sentence
}

/** Returns a function that maps a code to its label; an unknown code maps to itself. */
export async function labelReasons(db: Kysely<Tables>): Promise<(code: string) => string> {
  const labels = new Map((await listReasonRows(db)).map(({ code, label }) => [code, label]))
  return (code) => labels.get(code) ?? code
}

function toReason(row: RejectionReasonRow): ListedReason {
  const { code, label, sentence, field } = row
  const [changesNeeded, isActive] = [row.changes_needed === 1, row.is_active === 1]
  return { code, label, sentence, field, changesNeeded, isActive, isUsed: row.is_used === 1 }
}

function toRow(
  { code, label, sentence, field, changesNeeded, isActive }: NewReasons['reasons'][number],
  position: number,
  before: RejectionReasonRow | undefined,
): RejectionReasonRow {
  const usual = before ? before.changes_needed === 1 : asksForChanges(sentence)
  return {
    code,
    label,
    sentence,
    field,
    position,
    changes_needed: (changesNeeded ?? usual) ? 1 : 0,
    is_active: isActive ? 1 : 0,
    is_used: before?.is_used ?? 0,
  }
}

function isSame(row: RejectionReasonRow, before: RejectionReasonRow | undefined): boolean {
  if (!before) return false
  return (Object.keys(row) as (keyof RejectionReasonRow)[]).every((key) => row[key] === before[key])
}
