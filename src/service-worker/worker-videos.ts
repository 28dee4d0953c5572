import { type ByteRange, findRange } from '#src/domain/byte-range.ts'
import { findSavedVideoId } from '#src/domain/saved-video.ts'
import {
  CHUNK_BYTES,
  createSavedVideoReader,
  type SavedVideoReader,
} from '#src/saved-videos/saved-video-reader.ts'
import { createSessionMirrorStore } from '#src/session/session-mirror-store.ts'
import { isExpired } from '#src/session/session-store.ts'
import { createCacheDatabase, type VideoRow } from '#src/storage/cache-database.ts'

// Serves saved videos with range requests, because players request parts of a file and seek. Only the user who saved a
// video gets it, while signed in; all other requests go to the network unchanged.

/** Answers a request for a saved video or poster (`findSavedVideoId`). */
export async function answerSavedVideo(request: Request, now = Date.now): Promise<Response> {
  const database = createCacheDatabase()
  const reader = createSavedVideoReader(database)
  const close = () => database.close()
  try {
    const session = await createSessionMirrorStore(database).find()
    const id = findSavedVideoId(new URL(request.url))
    const isSignedIn = session !== null && !isExpired(session, now())
    const video = isSignedIn && id ? await reader.find(session.userId, id) : null
    if (video) return sendVideo(request, video, reader, close)
  } catch (error) {
    console.warn('A saved video cannot be read; it is fetched instead.', error)
  }
  close()
  return fetch(request)
}

/** Headers against scripts: a server chose the content type, and the file may be opened as a page of this origin. */
const OPENED_AS_A_PAGE = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
}

/** Answers like the server: with the whole video, one range of it, or a 416. */
function sendVideo(
  { headers: asked }: Request,
  video: VideoRow,
  reader: SavedVideoReader,
  close: () => void,
): Response {
  const { bytes, etag, contentType } = video
  const headers = new Headers({
    'Accept-Ranges': 'bytes',
    'Content-Type': contentType,
    ...OPENED_AS_A_PAGE,
  })
  if (etag) headers.set('ETag', etag)
  const ifRange = asked.get('If-Range')
  const range = ifRange === null || ifRange === etag ? findRange(asked.get('Range'), bytes) : null
  if (range === 'unsatisfiable') {
    close()
    headers.set('Content-Range', `bytes */${bytes}`)
    return new Response(null, { status: 416, headers })
  }
  const sent = range ?? { first: 0, last: bytes - 1 }
  headers.set('Content-Length', String(sent.last - sent.first + 1))
  if (range) headers.set('Content-Range', `bytes ${sent.first}-${sent.last}/${bytes}`)
  return new Response(readBytes(reader, video.id, sent, close), {
    status: range ? 206 : 200,
    headers,
  })
}

/** Streams the bytes chunk by chunk on demand, so that a large video is never in memory as a whole. */
function readBytes(
  reader: SavedVideoReader,
  id: string,
  { first, last }: ByteRange,
  close: () => void,
): ReadableStream<Uint8Array> {
  let next = first
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = await reader.findChunk(id, Math.floor(next / CHUNK_BYTES))
        if (!chunk) {
          close()
          controller.error(new Error('The saved video was removed while it played.'))
          return
        }
        const from = next % CHUNK_BYTES
        const part = new Uint8Array(chunk).subarray(from, from + last - next + 1)
        controller.enqueue(part)
        next += part.byteLength
        if (next <= last) return
        close()
        controller.close()
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  )
}
