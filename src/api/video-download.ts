import type { VideoFileFacts } from '#src/domain/saved-video.ts'
import { ApiError } from './api-error.ts'

// Downloads videos and photos to save them on the device. The downloads need no token and are not part of the API, so a failure
// does not affect the session.

export interface VideoDownload extends VideoFileFacts {
  contentType: string
  body: ReadableStream<Uint8Array>
}

/** Size and ETag of a video, without downloading it. @throws ApiError */
export async function findVideoFacts(url: string, signal: AbortSignal): Promise<VideoFileFacts> {
  return readFacts(await ask(url, { method: 'HEAD', signal }))
}

/** Downloads a whole video as a stream. @throws ApiError */
export async function openVideoDownload(url: string, signal: AbortSignal): Promise<VideoDownload> {
  // Bypasses the HTTP cache: the browser would assemble the answer from ranges that it cached during playback.
  const answer = await ask(url, { cache: 'no-store', signal })
  if (!answer.body) throw new ApiError({ kind: 'no-answer', status: answer.status })
  return {
    ...readFacts(answer),
    contentType: answer.headers.get('Content-Type') ?? '',
    body: answer.body,
  }
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
  if (status !== 200) throw new ApiError({ kind: 'refused', status })
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
