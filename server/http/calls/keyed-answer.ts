import type { Context } from 'hono'
import type { Kysely } from 'kysely'
import type { AppDeps, AppEnv } from '#server/app-env.ts'
import type { Tables } from '#server/database/schema.ts'
import { applyOnce, type FinalAnswer } from '#server/idempotency/idempotency-service.ts'
import { IDEMPOTENCY_HEADER } from '#src/domain/wire.ts'

/**
 * Applies a change that may carry an Idempotency-Key, and responds with the result. A request with a
 * used key gets the stored result of the first request. `repeat` adapts that result, because the
 * caller's permissions may have changed since.
 */
export async function sendOnce(
  c: Context<AppEnv>,
  { clock }: Pick<AppDeps, 'clock'>,
  body: string,
  apply: (trx: Kysely<Tables>) => Promise<FinalAnswer>,
  repeat: (answer: FinalAnswer) => FinalAnswer = (answer) => answer,
): Promise<Response> {
  const request = {
    userId: c.get('session').userId,
    key: c.req.header(IDEMPOTENCY_HEADER),
    method: c.req.method,
    path: c.req.path,
    body,
  }
  const { isReplay, ...applied } = await applyOnce(c.get('rights').write, clock, request, apply)
  const answer = isReplay ? repeat(applied) : applied
  if (answer.etag) c.header('ETag', answer.etag)
  if (isReplay) c.header('Idempotency-Replayed', 'true')
  c.header('Content-Type', 'application/json')
  return c.body(answer.body, answer.status)
}
