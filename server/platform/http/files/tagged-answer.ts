import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { AppEnv } from '#server/platform/app-env.ts'

const HASH_CHARS = 22 // 132 bits of base64url

/**
 * ETag of a response that has no revision number: a hash of the body, or of values that change whenever the body
 * changes.
 */
export function tagOf(body: string): string {
  const hash = createHash('sha256').update(body).digest('base64url')
  return `W/"h-${hash.slice(0, HASH_CHARS)}"`
}

/**
 * Sends 304 without a body if the client has this response, otherwise the body (RFC 9110, section
 * 13.1.2).
 */
export async function sendTagged(
  c: Context<AppEnv>,
  etag: string,
  makeBody: () => string | Promise<string | ReadableStream<Uint8Array>>,
): Promise<Response> {
  c.header('ETag', etag)
  if (isNoneMatch(c.req.header('If-None-Match'), etag)) return c.body(null, 304)
  c.header('Content-Type', 'application/json')
  return c.body(await makeBody())
}

/**
 * Whether If-None-Match contains this ETag. Weak and strong tags compare equal, as the RFC requires
 * here.
 */
export function isNoneMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const tags = header.split(',').map((tag) => bare(tag.trim()))
  return tags.includes('*') || tags.includes(bare(etag))
}

function bare(etag: string): string {
  return etag.replace(/^W\//, '')
}
