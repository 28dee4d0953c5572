import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Context } from 'hono'
import type { AppEnv } from '#server/platform/app-env.ts'
import { listAccepted } from '#server/platform/http/files/accepted-values.ts'
import { isNoneMatch } from '#server/platform/http/files/tagged-answer.ts'
import type { ListCache, ListSource } from './list-cache.ts'

export interface ListDeps {
  lists: ListCache
}

const SLICE_BYTES = 64 * 1024 // about four compressed chunks of a list

/**
 * Answers a request for a whole list: with a 304 if the client has it already, otherwise with the
 * cached gzip, which is decompressed for clients that do not accept gzip.
 */
export async function sendList(
  c: Context<AppEnv>,
  cache: ListCache,
  source: ListSource,
): Promise<Response> {
  const state = await source.readState()
  c.header('ETag', state.etag)
  if (isNoneMatch(c.req.header('If-None-Match'), state.etag)) return c.body(null, 304)
  const { etag, gzipParts, byteCount } = await cache.get(source, state)
  c.header('ETag', etag)
  c.header('Content-Type', 'application/json')
  c.set('isEncoded', true)
  if (!listAccepted(c.req.header('Accept-Encoding')).includes('gzip'))
    return c.body(inflate(gzipParts))
  c.header('Content-Encoding', 'gzip')
  c.header('Content-Length', String(byteCount))
  return c.body(stream(gzipParts))
}

/** Passes on the cached buffers without copying them. */
function stream(gzipParts: readonly Buffer[]): ReadableStream<Uint8Array> {
  const left = gzipParts.values()
  return new ReadableStream({
    pull(controller) {
      let bytes = 0
      while (bytes < SLICE_BYTES) {
        const { done, value } = left.next()
        if (done) return controller.close()
        controller.enqueue(value)
        bytes += value.length
      }
    },
  })
}

/** Decompresses in the thread pool, no faster than the client reads. */
function inflate(gzipParts: readonly Buffer[]): ReadableStream<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: SLICE_BYTES })
  // The callback does nothing: the stream itself reports errors to its reader.
  pipeline(Readable.from(gzipParts), gunzip, () => undefined)
  // The cast is safe: Node and the DOM have different types for the same web stream.
  return Readable.toWeb(gunzip) as ReadableStream<Uint8Array>
}
