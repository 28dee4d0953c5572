import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { AppEnv } from '#server/app-env.ts'

const HASH_CHARS = 22 // 132 bits of base64url

/** The tag of an answer that carries no revision: a hash of what it says, or of what differs once it says something else. */
export function tagOf(body: string): string {
  const hash = createHash('sha256').update(body).digest('base64url')
  return `W/"h-${hash.slice(0, HASH_CHARS)}"`
}

/** 304 without a body when the client has this very answer, else the body (RFC 9110, section 13.1.2). */
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

/** Whether If-None-Match names this tag; weak and strong tags compare alike, as the RFC wants it here. */
export function isNoneMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const tags = header.split(',').map((tag) => bare(tag.trim()))
  return tags.includes('*') || tags.includes(bare(etag))
}

function bare(etag: string): string {
  return etag.replace(/^W\//, '')
}
