import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/schema.ts'
import type { Write } from '#server/database/write.ts'
import { retryAfter, ServerError } from '#server/http/server-error.ts'
import { IDEMPOTENCY_DAYS } from '#src/domain/retention.ts'
import { IDEMPOTENCY_KEY_PATTERN } from '#src/domain/wire.ts'
import {
  findIdempotencyRecord,
  insertIdempotencyRecord,
  redactIdempotencyRecords,
  removeExpiredIdempotencyRecords,
  removeIdempotencyRecordsOf,
} from './idempotency-record-repository.ts'

// A change with an idempotency key takes effect once, however often it is sent. Its transaction
// looks for an earlier idempotency record before it compares versions, and inserts one with the
// change. So a repeat gets the first response, or its stored part, even if the entity has changed
// since.

const DAY_MS = 86_400_000
const RETENTION_MS = IDEMPOTENCY_DAYS * DAY_MS
const RETRY_RUNNING_S = 1

/**
 * Changes that this process is applying. Their repeats are refused early. Only the primary key in the database
 * guarantees that no change takes effect twice.
 */
const running = new Set<string>()

/**
 * A final response: 200, 404 or 412. Anything else is thrown, stores no record and may be retried.
 */
export interface FinalAnswer {
  status: 200 | 404 | 412
  body: string
  /** The part of the body that is stored and sent to repeated requests; null stores no record. */
  storedBody: string | null
  etag: string | null
  /** The entity that the change concerns. */
  entityId: string
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
 * Applies a change in one transaction, or returns its earlier response.
 * @throws ServerError 400 (key), 409 (still running), 422 (key of another request)
 */
export async function applyOnce(
  write: Write,
  clock: () => Date,
  request: KeyedRequest,
  apply: (trx: Kysely<Tables>) => Promise<FinalAnswer>,
): Promise<FinalAnswer & { isReplay: boolean }> {
  const { key } = request
  if (key === undefined) return { ...(await write(apply)), isReplay: false }
  requireKey(key)
  const claim = `${request.userId} ${key}`
  if (running.has(claim)) throw stillRunning()
  running.add(claim)
  try {
    return await write((trx) => applyKeyed(trx, clock(), { ...request, key }, apply))
  } finally {
    running.delete(claim)
  }
}

async function applyKeyed(
  trx: Kysely<Tables>,
  now: Date,
  request: KeyedRequest & { key: string },
  apply: (trx: Kysely<Tables>) => Promise<FinalAnswer>,
): Promise<FinalAnswer & { isReplay: boolean }> {
  await forgetExpiredRecords(trx, now)
  const requestHash = hashRequest(request)
  const record = await findIdempotencyRecord(trx, request.userId, request.key)
  if (record) {
    if (record.request_hash !== requestHash) throw keyReused()
    // The cast is safe: only the insert below writes this column.
    const status = record.status as FinalAnswer['status']
    const { body, etag, entity_id: entityId } = record
    return { status, body, storedBody: body, etag, entityId, isReplay: true }
  }
  const answer = await apply(trx)
  if (answer.storedBody !== null)
    await insertIdempotencyRecord(trx, {
      user_id: request.userId,
      key: request.key,
      request_hash: requestHash,
      entity_id: answer.entityId,
      status: answer.status,
      body: answer.storedBody,
      etag: answer.etag,
      expires_at: new Date(now.getTime() + RETENTION_MS).toISOString(),
    })
  return { ...answer, isReplay: false }
}

/** Removes an entity that is deleted for good from all stored responses. */
export function forgetRecord(trx: Kysely<Tables>, entityId: string): Promise<void> {
  return redactIdempotencyRecords(trx, entityId)
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
