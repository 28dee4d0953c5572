import type { Context } from 'hono'
import type { AppDeps, AppEnv } from '#server/platform/app-env.ts'
import { IDEMPOTENCY_HEADER } from '#src/domain/wire.ts'
import { applyOnce, type KeyedChange } from './idempotency-service.ts'

/**
 * Applies a change that may carry an Idempotency-Key, and responds with the result. A repeat of a used
 * key gets the rebuilt response to the first request. Keys belong to `owner`: the signed-in person, unless the call is
 * open to people who are not.
 */
export async function sendOnce(
  c: Context<AppEnv>,
  { clock }: Pick<AppDeps, 'clock'>,
  body: string,
  change: KeyedChange,
  owner = c.get('session').userId,
): Promise<Response> {
  const request = {
    userId: owner,
    key: c.req.header(IDEMPOTENCY_HEADER),
    method: c.req.method,
    path: c.req.path,
    body,
  }
  // Proves that the answer, also a refusal, is this server's own: portals and gateways do not repeat the key.
  if (request.key !== undefined) c.header(IDEMPOTENCY_HEADER, request.key)
  const answer = await applyOnce(c.get('rights').write, clock, request, change)
  if (answer.etag) c.header('ETag', answer.etag)
  if (answer.isReplay) c.header('Idempotency-Replayed', 'true')
  c.header('Content-Type', 'application/json')
  return c.body(answer.body, answer.status)
}
