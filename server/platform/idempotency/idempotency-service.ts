import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/schema.ts'
import type { Write } from '#server/platform/database/write.ts'
import { retryAfter, ServerError } from '#server/platform/http/server-error.ts'
import { IDEMPOTENCY_DAYS } from '#src/domain/retention.ts'
import { IDEMPOTENCY_KEY_PATTERN } from '#src/domain/wire.ts'
import {
  findIdempotencyRecord,
  insertIdempotencyRecord,
  removeExpiredIdempotencyRecords,
  removeIdempotencyRecord,
  removeIdempotencyRecordsAbout,
  removeIdempotencyRecordsOf,
} from './idempotency-record-repository.ts'

// A change with an idempotency key takes effect once, however often it is sent. Its transaction
// looks for an earlier idempotency record before it compares versions, and inserts one with the
// change. A record has no response: it would keep the personal data in it after the person was erased.
// It has the status, and the id and version of the changed entity, from which the caller rebuilds the
// response to a repeat with today's data.

const DAY_MS = 86_400_000
const RETENTION_MS = IDEMPOTENCY_DAYS * DAY_MS
const RETRY_RUNNING_S = 1
/** The ids that the server makes: of records, and the longer ones of uploads. */
const MADE_ID = /^(?:[0-9a-f]{24}|[0-9a-f]{32})$/

/**
 * Changes that this process is applying. Their repeats are refused early. Only the primary key in the database
 * guarantees that no change takes effect twice.
 */
const running = new Set<string>()

/** A final response: 200, 201, 404 or 412. Anything else is thrown, stores no record and may be retried. */
export interface FinalAnswer {
  status: 200 | 201 | 404 | 412
  body: string
  etag: string | null
}

/** What an idempotency record stores of a response. */
export interface Outcome {
  status: FinalAnswer['status']
  /** The entity that the change concerns. */
  entityId: string
  /** The entity's version after the change; null if the response has none. */
  version: number | null
}

/** A response, and what is stored of it; null stores no record, and a repeat is applied again. */
export interface KeyedAnswer extends FinalAnswer {
  stored: Omit<Outcome, 'status'> | null
}

/**
 * How a change is applied, and how its response is rebuilt for a repeat; null if what the change made is used up, so that
 * the repeat is applied as a new change. Both run in the transaction.
 */
export interface KeyedChange {
  apply: (trx: Kysely<Tables>) => Promise<KeyedAnswer>
  rebuild: (trx: Kysely<Tables>, outcome: Outcome) => Promise<FinalAnswer | null>
}

export interface KeyedRequest {
  userId: string
  /** The key as the client sent it; undefined applies the change without an idempotency record. */
  key: string | undefined
  method: string
  path: string
  body: string
}

/**
 * Applies a change in one transaction, or rebuilds its earlier response.
 * @throws ServerError 400 (key), 409 (still running), 422 (key of another request)
 */
export async function applyOnce(
  write: Write,
  clock: () => Date,
  request: KeyedRequest,
  change: KeyedChange,
): Promise<FinalAnswer & { isReplay: boolean }> {
  const { key } = request
  if (key === undefined) return { ...(await write(change.apply)), isReplay: false }
  requireKey(key)
  const claim = `${request.userId} ${key}`
  if (running.has(claim)) throw stillRunning()
  running.add(claim)
  try {
    return await write((trx) => applyKeyed(trx, clock(), { ...request, key }, change))
  } finally {
    running.delete(claim)
  }
}

async function applyKeyed(
  trx: Kysely<Tables>,
  now: Date,
  request: KeyedRequest & { key: string },
  { apply, rebuild }: KeyedChange,
): Promise<FinalAnswer & { isReplay: boolean }> {
  await forgetExpiredRecords(trx, now)
  const requestHash = hashRequest(request)
  const record = await findIdempotencyRecord(trx, request.userId, request.key)
  if (record) {
    if (record.request_hash !== requestHash) throw keyReused()
    // The cast is safe: only the insert below writes this column.
    const status = record.status as FinalAnswer['status']
    const { entity_id: entityId, version } = record
    const rebuilt = await rebuild(trx, { status, entityId, version })
    if (rebuilt !== null) return { ...rebuilt, isReplay: true }
    await removeIdempotencyRecord(trx, request.userId, request.key)
  }
  const { stored, ...answer } = await apply(trx)
  // An id that the server never made is somebody's text: it is not stored, and a repeat is a 404 again.
  if (stored && MADE_ID.test(stored.entityId))
    await insertIdempotencyRecord(trx, {
      user_id: request.userId,
      key: request.key,
      request_hash: requestHash,
      entity_id: stored.entityId,
      status: answer.status,
      version: stored.version,
      expires_at: new Date(now.getTime() + RETENTION_MS).toISOString(),
    })
  return { ...answer, isReplay: false }
}

export function forgetExpiredRecords(db: Kysely<Tables>, now: Date): Promise<void> {
  return removeExpiredIdempotencyRecords(db, now.toISOString())
}

/** Deletes all idempotency records of deleted users. */
export function forgetIdempotencyRecordsOf(
  trx: Kysely<Tables>,
  userIds: readonly string[],
): Promise<void> {
  return removeIdempotencyRecordsOf(trx, userIds)
}

/** Deletes the records of a user's changes of these entities. */
export function forgetIdempotencyRecordsAbout(
  trx: Kysely<Tables>,
  userId: string,
  entityIds: readonly string[],
): Promise<void> {
  return removeIdempotencyRecordsAbout(trx, userId, entityIds)
}

function hashRequest({ method, path, body }: KeyedRequest): string {
  return createHash('sha256').update(`${method}\n${path}\n${body}`).digest('hex')
}

function requireKey(key: string): void {
  if (IDEMPOTENCY_KEY_PATTERN.test(key)) return
  const sentence = 'The Idempotency-Key must have 16 to 64 letters, digits or . : - _ characters.'
  throw new ServerError(400, 'bad-key', sentence)
}

function stillRunning(): ServerError {
  const sentence = 'This change is still being made. Ask again in a second.'
  return new ServerError(409, 'still-running', sentence, retryAfter(RETRY_RUNNING_S))
}

function keyReused(): ServerError {
  const sentence = 'This Idempotency-Key belongs to another request.'
  return new ServerError(422, 'key-reused', sentence)
}
