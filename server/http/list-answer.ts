import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Context } from 'hono'
import type { AppEnv } from '#server/app-env.ts'
import { acceptsEncoding } from '#server/content-encoding.ts'
import { isNoneMatch } from '#server/tagged-answer.ts'
import type { ListCache, ListSource } from './list-cache.ts'

const SLICE_BYTES = 64 * 1024 // views of the cached bytes: a reader copies none of them

/** Answers a whole list as JSON: 304, gzip as it is cached, or uncompressed for a client that does not accept gzip. */
export async function sendList(
  c: Context<AppEnv>,
  cache: ListCache,
  source: ListSource,
): Promise<Response> {
  const state = await source.readState()
  c.header('ETag', state.etag)
  if (isNoneMatch(c.req.header('If-None-Match'), state.etag)) return c.body(null, 304)
  const { etag, gzip } = await cache.get(source, state)
  c.header('ETag', etag)
  c.header('Content-Type', 'application/json')
  c.set('isEncoded', true)
  if (!acceptsEncoding(c.req.header('Accept-Encoding'), 'gzip')) return c.body(inflate(gzip))
  c.header('Content-Encoding', 'gzip')
  c.header('Content-Length', String(gzip.length))
  return c.body(streamSlices(gzip))
}

function streamSlices(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(bytes.subarray(sent, sent + SLICE_BYTES))
      sent += SLICE_BYTES
      if (sent >= bytes.length) controller.close()
    },
  })
}

/** In the thread pool, as far as the reader has read. */
function inflate(gzip: Uint8Array): ReadableStream<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: SLICE_BYTES })
  gunzip.end(gzip)
  // The bridge's own type for the same web stream is narrower than the DOM's.
  return Readable.toWeb(gunzip) as ReadableStream<Uint8Array>
}
