import type { VideoFileFacts } from '#src/domain/saved-video.ts'
import { ApiError } from './api-error.ts'

// Downloads videos and photos to save them on the device. The downloads need no token and are not part of the API, so a failure
// does not affect the session.

export interface VideoDownload extends VideoFileFacts {
  contentType: string
  body: ReadableStream<Uint8Array>
  /** The first byte of `body`: those before it are on this device. */
  from: number
}

/** The first bytes of a video, of which the rest is missing. */
export interface VideoPart {
  bytes: number
  etag: string
}

const WHOLE = 200
const PARTIAL = 206
const NO_SUCH_RANGE = 416 // nothing follows the part

/** Size and ETag of a video, without downloading it. @throws ApiError */
export async function findVideoFacts(url: string, signal: AbortSignal): Promise<VideoFileFacts> {
  return readFacts(await ask(url, { method: 'HEAD', signal }))
}

/**
 * Downloads a video as a stream: what follows `part`, if the server still has the same video and sends the rest alone, and
 * otherwise the whole. @throws ApiError
 */
export async function openVideoDownload(
  url: string,
  signal: AbortSignal,
  part: VideoPart | null = null,
): Promise<VideoDownload> {
  // RFC 9110, section 13.1.5: a server with another version sends the whole.
  const headers = part && { Range: `bytes=${part.bytes}-`, 'If-Range': part.etag }
  // Bypasses the HTTP cache: the browser would assemble the answer from ranges that it cached during playback.
  const answer = await ask(url, { cache: 'no-store', signal, ...(headers && { headers }) })
  if (!answer.body) throw new ApiError({ kind: 'no-answer', status: answer.status })
  const contentType = answer.headers.get('Content-Type') ?? ''
  if (answer.status === WHOLE)
    return { ...readFacts(answer), contentType, body: answer.body, from: 0 }
  const total = part && readTotal(answer, part)
  if (part && total !== null)
    return { bytes: total, etag: part.etag, contentType, body: answer.body, from: part.bytes }
  await answer.body.cancel()
  return openVideoDownload(url, signal)
}

/** The size of the video whose rest an answer is; null if it is another range, or one of another video. */
function readTotal({ headers }: Response, { bytes, etag }: VideoPart): number | null {
  const [, first, last, total] =
    /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers.get('Content-Range') ?? '') ?? []
  const isRest = Number(first) === bytes && Number(last) + 1 === Number(total)
  return isRest && headers.get('ETag') === etag ? Number(total) : null
}

/** A photo as it was shown, from the HTTP cache if it has it. Null if the server no longer has it. @throws ApiError */
export async function findPhoto(
  url: string,
  signal: AbortSignal | undefined,
): Promise<Blob | null> {
  try {
    const answer = await ask(url, { cache: 'force-cache', signal: signal ?? null })
    return await answer.blob()
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'refused') return null
    throw error instanceof ApiError ? error : new ApiError({ kind: 'no-answer', cause: error })
  }
}

async function ask(url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, { ...init, credentials: 'omit' }).catch((cause: unknown) => {
    throw new ApiError({ kind: 'no-answer', cause })
  })
  const { status, headers } = answer
  if (init.headers && status === NO_SUCH_RANGE) return answer
  if (status !== WHOLE && !(init.headers && status === PARTIAL))
    throw new ApiError({ kind: 'refused', status })
  // Text or JSON comes from a captive portal or a proxy: it is not a video.
  const isPage = /^text\/|json/.test(headers.get('Content-Type') ?? '')
  if (isPage) throw new ApiError({ kind: 'no-answer', status })
  return answer
}

function readFacts({ headers }: Response): VideoFileFacts {
  // The length of a compressed body is not the length of the video.
  const length = headers.has('Content-Encoding') ? null : headers.get('Content-Length')
  return { bytes: length === null ? null : Number(length), etag: headers.get('ETag') }
}
