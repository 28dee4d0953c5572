import type { Kysely } from 'kysely'
import type { AppDeps } from '#server/app-env.ts'
import { keyedHash } from '#server/config/keyed-hash.ts'
import type { AttemptRow } from '#server/database/account-rows.ts'
import type { Tables } from '#server/database/schema.ts'
import { ATTEMPT_HOURS } from '#src/domain/retention.ts'
import { countAttempt, findWaitMs } from './attempt-counter.ts'
import { removeAllAttemptsBy } from './attempts-repository.ts'
import { makeTooMany } from './too-many.ts'
import type { Allowance } from './wait-rules.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

// Our own numbers: ASVS 5.0 2.4.1 requires an application to set limits.
const REGISTRATIONS: readonly Allowance[] = [{ most: 5, windowMs: HOUR_MS }]
const REGISTRATIONS_PER_ADDRESS: readonly Allowance[] = [{ most: 20, windowMs: HOUR_MS }] // each sends a code
const REVEALS: readonly Allowance[] = [
  { most: 30, windowMs: HOUR_MS },
  { most: 100, windowMs: DAY_MS },
]
const RESETS: readonly Allowance[] = [{ most: 3, windowMs: HOUR_MS }] // of one e-mail address, known or not
const RESETS_PER_NETWORK: readonly Allowance[] = [{ most: 20, windowMs: HOUR_MS }]
const INVITES: readonly Allowance[] = [{ most: 40, windowMs: HOUR_MS }] // each sends a mail; a team has 20 people
const PROFILE_CHANGES: readonly Allowance[] = [{ most: 10, windowMs: HOUR_MS }] // each adds an audit entry
const EXPORTS: readonly Allowance[] = [{ most: 3, windowMs: HOUR_MS }] // each reads all tables
const EXPORT_OFFERS: readonly Allowance[] = [{ most: 5, windowMs: HOUR_MS }] // mails to one user
const EVENT_CREATES: readonly Allowance[] = [{ most: 60, windowMs: HOUR_MS }]
const EVENT_CHANGES: readonly Allowance[] = [{ most: 60, windowMs: MINUTE_MS }]
const POSTING_CHANGES: readonly Allowance[] = [{ most: 120, windowMs: MINUTE_MS }] // drafts are saved while typing
const UPLOADS: readonly Allowance[] = [{ most: 100, windowMs: DAY_MS }] // four listings with 20 photos and a video each

/** Counts a registration. @throws ServerError 429 */
export async function requireRegistrationTry(
  { write, appSecret }: Pick<AppDeps, 'write' | 'appSecret'>,
  { email, address: network, now }: { email: string; address: string; now: Date },
): Promise<void> {
  const subject = keyedHash(appSecret, ['register', email, network])
  const address = keyedHash(appSecret, ['network', network])
  await write((trx) =>
    requireBoth(trx, { kind: 'register', subject, address, now }, REGISTRATION_LIMITS),
  )
}

/**
 * Counts a request for a password reset, whether the e-mail address is known or not. @throws
 * ServerError 429
 */
export async function requireResetRequest(
  { write, appSecret }: Pick<AppDeps, 'write' | 'appSecret'>,
  { email, address: network, now }: { email: string; address: string; now: Date },
): Promise<void> {
  const subject = keyedHash(appSecret, ['reset', email])
  const address = keyedHash(appSecret, ['network', network])
  await write((trx) =>
    requireBoth(trx, { kind: 'reset-request', subject, address, now }, RESET_LIMITS),
  )
}

interface BothLimits {
  bySubject: readonly Allowance[]
  byAddress: readonly Allowance[]
  sentence: string
}

const REGISTRATION_LIMITS: BothLimits = {
  bySubject: REGISTRATIONS,
  byAddress: REGISTRATIONS_PER_ADDRESS,
  sentence: 'Too many registrations.',
}
const RESET_LIMITS: BothLimits = {
  bySubject: RESETS,
  byAddress: RESETS_PER_NETWORK,
  sentence: 'Too many links were asked for.',
}

/** Counts an attempt that is limited by its subject and by the caller's network. */
async function requireBoth(
  trx: Kysely<Tables>,
  attempt: { kind: AttemptRow['kind']; subject: string; address: string; now: Date },
  { bySubject, byAddress, sentence }: BothLimits,
): Promise<void> {
  const { kind, subject, address, now } = attempt
  const waitMs = Math.max(
    await findWaitMs(trx, kind, { subject }, bySubject, now),
    await findWaitMs(trx, kind, { address }, byAddress, now),
  )
  if (waitMs > 0) throw makeTooMany(sentence, waitMs)
  await countAttempt(trx, attempt)
}

interface OwnTry extends Pick<AppDeps, 'appSecret'> {
  userId: string
  now: Date
}

/** Counts a PAN reveal in the transaction that logs it. @throws ServerError 429 */
export function requireReveal(trx: Kysely<Tables>, by: OwnTry) {
  return requireOwnTry(trx, by, 'pan-reveal', REVEALS, 'Too many PAN numbers were revealed.')
}

/** Counts an invitation in the transaction that writes it. @throws ServerError 429 */
export function requireInvite(trx: Kysely<Tables>, by: OwnTry) {
  return requireOwnTry(trx, by, 'invite', INVITES, 'Too many invitations.')
}

/** Counts a change of a profile in its transaction. @throws ServerError 429 */
export function requireProfileChange(trx: Kysely<Tables>, by: OwnTry) {
  return requireOwnTry(trx, by, 'profile', PROFILE_CHANGES, 'Too many changes of your profile.')
}

/** Counts an export of personal data in the transaction that logs it. @throws ServerError 429 */
export function requireExport(trx: Kysely<Tables>, by: OwnTry) {
  return requireOwnTry(trx, by, 'export', EXPORTS, 'Your data was downloaded several times.')
}

/** Counts a mail that tells the user how to export their data. @throws ServerError 429 */
export function requireExportOffer(trx: Kysely<Tables>, to: OwnTry) {
  const sentence = 'This user got several mails already.'
  return requireOwnTry(trx, to, 'export-offer', EXPORT_OFFERS, sentence)
}

/** Counts a new event in the transaction that creates it. @throws ServerError 429 */
export function requireEventCreate(trx: Kysely<Tables>, by: OwnTry) {
  return requireOwnTry(trx, by, 'event-create', EVENT_CREATES, 'Too many new events.')
}

/** Counts an update or deletion of an event in its transaction. @throws ServerError 429 */
export function requireEventChange(trx: Kysely<Tables>, by: OwnTry) {
  return requireOwnTry(trx, by, 'event-change', EVENT_CHANGES, 'Too many changes to your events.')
}

/** Counts a change of an owner's listing or draft in its transaction. @throws ServerError 429 */
export function requirePostingChange(trx: Kysely<Tables>, by: OwnTry) {
  const sentence = 'Too many changes to your listings.'
  return requireOwnTry(trx, by, 'posting-change', POSTING_CHANGES, sentence)
}

/** Counts a new upload in the transaction that creates it. @throws ServerError 429 */
export function requireUpload(trx: Kysely<Tables>, by: OwnTry) {
  return requireOwnTry(trx, by, 'upload', UPLOADS, 'Too many uploads today.')
}

async function requireOwnTry(
  trx: Kysely<Tables>,
  { appSecret, userId, now }: OwnTry,
  kind: AttemptRow['kind'],
  allowances: readonly Allowance[],
  sentence: string,
): Promise<void> {
  const subject = keyedHash(appSecret, ['person', userId])
  const waitMs = await findWaitMs(trx, kind, { subject }, allowances, now)
  if (waitMs > 0) throw makeTooMany(sentence, waitMs)
  const retentionMs = Math.max(...allowances.map(({ windowMs }) => windowMs))
  await countAttempt(trx, { kind, subject, address: null, now, retentionMs })
}

/** Deletes attempts of all kinds that are older than every limit's window. */
export async function removeOldAttempts(db: Kysely<Tables>, now: Date): Promise<void> {
  await removeAllAttemptsBy(db, new Date(now.getTime() - ATTEMPT_HOURS * HOUR_MS).toISOString())
}
