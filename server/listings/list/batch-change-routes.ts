import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { makeWriteWithin, type Write } from '#server/platform/database/write.ts'
import { parseBody, readBody } from '#server/platform/http/calls/request-body.ts'
import { errorBody, ServerError } from '#server/platform/http/server-error.ts'
import { applyOnce, type KeyedRequest } from '#server/platform/idempotency/idempotency-service.ts'
import { batchKeyOf } from '#src/domain/listing/change-batch.ts'
import { type BatchedChange, ChangeBatchSchema } from '#src/domain/listing/change-batch-schema.ts'
import type { ChosenReason } from '#src/domain/listing/rejection-reason.ts'
import { groupIndian } from '#src/domain/money.ts'
import type { BatchAnswer } from './batch-change-wire.ts'
import { listingCalls } from './listing-calls.ts'
import {
  type AskedChange,
  askDeletion,
  askStatus,
  keyedChangeOf,
  type ListingAnswer,
} from './operator-change-answers.ts'

// Parts of a batch. Each change has an idempotency record and an answer of its own, exactly as if it had been sent alone, so
// a call that was cut off is repeated. A few changes share a transaction, because each commit waits for the disk. Other
// people's calls run between two transactions.

const CHANGES_PER_COMMIT = 10

type OneAnswer = BatchAnswer['data'][number]

/** The reason of every rejection, as it was sent, and as it was read. */
interface SentReason {
  sent: unknown
  read: ChosenReason | undefined
}

export function batchChangeRoutes(deps: RouteDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.post('/properties/changes', listingCalls.changeProperties, async (c) => {
    const text = await readBody(c)
    const { batch, reason, changes } = parseBody(
      text,
      ChangeBatchSchema,
      'Send a batch of changes.',
    )
    requireConfirmed(batch.count, changes)
    const given = { sent: JSON.parse(text).reason, read: reason }
    const answers: OneAnswer[] = []
    for (let start = 0; start < changes.length; start += CHANGES_PER_COMMIT) {
      await nextTurn() // SQLite answers without one: the calls of other people would wait for the whole batch
      const keyed = changes
        .slice(start, start + CHANGES_PER_COMMIT)
        .map((change) => ({ ...change, key: batchKeyOf(batch.id, change.place) }))
      const made =
        (await applyTogether(c, deps, keyed, given)) ??
        (await applyApart(c, deps, keyed, given, start === 0))
      answers.push(...made)
    }
    return c.json({ success: true, data: answers } satisfies BatchAnswer)
  })

  return routes
}

/**
 * Refuses a batch with more changes than the person confirmed. Keys are made of places, so all calls of a batch together
 * cannot exceed its count either. @throws ServerError 422
 */
function requireConfirmed(count: number, changes: readonly BatchedChange[]): void {
  const beyond = changes.filter(({ place }) => place >= count)
  if (beyond.length === 0) return
  throw new ServerError(
    422,
    'count-differs',
    `The batch has more changes than the ${groupIndian(count)} that were confirmed. Nothing of it was changed.`,
  )
}

interface KeyedInBatch extends BatchedChange {
  key: string
}

/** Applies changes in one transaction. Null, without any effect, if the server refuses one of them. */
async function applyTogether(
  c: Context<AppEnv>,
  deps: RouteDeps,
  changes: readonly KeyedInBatch[],
  reason: SentReason,
): Promise<OneAnswer[] | null> {
  try {
    return await c.get('rights').write(async (trx) => {
      const answers: OneAnswer[] = []
      for (const change of changes)
        answers.push(await applyOne(c, deps, makeWriteWithin(trx), change, reason))
      return answers
    })
  } catch (error) {
    if (error instanceof ServerError) return null
    throw error
  }
}

/** Applies changes in a transaction each, so that a refused one stops no other. */
async function applyApart(
  c: Context<AppEnv>,
  deps: RouteDeps,
  changes: readonly KeyedInBatch[],
  reason: SentReason,
  isFirst: boolean,
): Promise<OneAnswer[]> {
  const answers: OneAnswer[] = []
  for (const change of changes) {
    await nextTurn()
    try {
      answers.push(await applyOne(c, deps, c.get('rights').write, change, reason))
    } catch (error) {
      if (!(error instanceof ServerError)) throw error
      const { status, code, message, fields } = error
      const isAboutCaller = status === 401 || status === 403 || status === 503
      // Nothing of this call was done, so it is answered like a change that is sent alone.
      if (isFirst && isAboutCaller && answers.length === 0) throw error
      answers.push({ key: change.key, status, body: errorBody(code, message, fields) })
    }
  }
  return answers
}

/** @throws ServerError for a refusal */
async function applyOne(
  c: Context<AppEnv>,
  deps: RouteDeps,
  write: Write,
  change: KeyedInBatch,
  reason: SentReason,
): Promise<OneAnswer> {
  const { id, version, key } = change
  const order = {
    listingId: id,
    session: c.get('session'),
    seen: version === undefined ? null : new Set([String(version)]),
    idempotencyKey: key,
  }
  const asked = askFor(c, deps, change, reason)
  const keyed = keyedChangeOf(c, deps, order, asked)
  const request = requestOf(c, key, change, reason)
  return { key, ...shorten(await applyOnce(write, deps.clock, request, keyed)) }
}

function askFor(
  c: Context<AppEnv>,
  deps: RouteDeps,
  { id, to }: BatchedChange,
  { read }: SentReason,
): AskedChange {
  if (to === 'deleted') return askDeletion(c, deps)
  return askStatus(c, deps, id, to === 'rejected' ? { status: to, reason: read } : { status: to })
}

/** The request of the same change sent alone: its idempotency record is the same, so a repeat may be sent either way. */
function requestOf(
  c: Context<AppEnv>,
  key: string,
  { id, to }: BatchedChange,
  { sent }: SentReason,
): KeyedRequest {
  const { userId } = c.get('session')
  const path = encodeURIComponent(id)
  if (to === 'deleted')
    return { userId, key, method: 'DELETE', path: `/api/admin/property/${path}`, body: '' }
  const body = JSON.stringify({ status: to, reason: to === 'rejected' ? sent : undefined })
  return { userId, key, method: 'PATCH', path: `/api/admin/properties/${path}/status`, body }
}

/** The answer without what only a single change needs: of a confirmed listing, its id, version and status. */
function shorten({ status, body }: Pick<ListingAnswer, 'status' | 'body'>): Omit<OneAnswer, 'key'> {
  const whole = JSON.parse(body)
  if (status !== 200 || whole.data === undefined) return { status, body: whole }
  const { _id, version, status: listingStatus } = whole.data
  return { status, body: { success: true, data: { _id, version, status: listingStatus } } }
}
