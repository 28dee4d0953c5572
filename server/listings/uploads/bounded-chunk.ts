import { ServerError } from '#server/platform/http/server-error.ts'
import { MAX_CHUNK_BYTES } from '#src/domain/media/media-limits.ts'

// The body of a PATCH request, which may have no Content-Length: a proxy that does not keep the whole request passes it
// on in pieces (Transfer-Encoding: chunked). Its bytes are then counted as they arrive.

export interface BoundedChunk {
  /** The same request, whose body fails after the largest chunk. */
  request: Request
  /** The most bytes that it may add to the file. */
  bytes: number
  /** @throws ServerError 413 if more bytes arrived than a chunk may have */
  requireWithin(): void
}

/** `fileBytes` is the declared size of the whole file. @throws ServerError 413 if the announced length is too large */
export function boundChunk(request: Request, fileBytes: number): BoundedChunk {
  const announced = request.headers.get('Content-Length')
  if (announced !== null) {
    const bytes = Number(announced)
    if (bytes > MAX_CHUNK_BYTES) throw tooLarge()
    // Node reads no more bytes than were announced.
    return { request, bytes, requireWithin: () => undefined }
  }
  let arrived = 0
  const counted = request.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        arrived += piece.byteLength
        if (arrived > MAX_CHUNK_BYTES) throw tooLarge()
        controller.enqueue(piece)
      },
    }),
  )
  const { url, method, headers } = request
  // The types of Node's `fetch` lack `duplex`, which it requires for a streamed body.
  const init = { method, headers, body: counted ?? null, duplex: 'half' } as RequestInit
  return {
    request: new Request(url, init),
    bytes: Math.min(MAX_CHUNK_BYTES, fileBytes),
    requireWithin() {
      if (arrived > MAX_CHUNK_BYTES) throw tooLarge()
    },
  }
}

function tooLarge(): ServerError {
  return new ServerError(413, 'chunk-too-large', 'Send at most 5 MB at a time.')
}
