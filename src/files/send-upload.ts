import { DetailedError, Upload } from 'tus-js-client'
import { parseRetryAfter } from '#src/api/retry-after.ts'
import { IDEMPOTENCY_HEADER } from '#src/domain/wire.ts'

// One try of an upload over the tus protocol. Only the queue retries, so that every failure is retried in the
// same way.

/**
 * The longest wait for bytes to move or for an answer. Some networks swallow both without ending the connection: the upload
 * would be under way for as long as the page is open.
 */
const STALL_MS = 60_000 // a mobile network without reception pauses for tens of seconds, and then goes on

export interface UploadRun {
  file: Blob
  endpoint: string
  token: string
  /** The Idempotency-Key of the creation: a lost answer to it does not leave a second upload on the server. */
  key: string
  /** The largest body of one request. */
  chunkBytes: number
  /** The URL of the upload to resume; null creates a new upload. */
  url: string | null
  onUrl(url: string): void
  onSent(bytes: number): void
  signal: AbortSignal
}

/** A failed request of an upload. Its fields come from the server's answer, and are null without one. */
export class UploadFailure extends Error {
  override name = 'UploadFailure'
  readonly status: number | null
  readonly body: string | null
  readonly retryAfterMs: number | null

  constructor(cause: unknown) {
    super('an upload stopped', { cause })
    const answer = cause instanceof DetailedError ? cause.originalResponse : null
    this.status = answer?.getStatus() || null
    this.body = answer?.getBody() ?? null
    this.retryAfterMs = parseRetryAfter(answer?.getHeader('Retry-After'), Date.now())
  }
}

/**
 * Resolves with the URL of the complete upload. An upload of which nothing moves for a minute fails like one without a
 * network. @throws UploadFailure
 */
export function sendUpload({ file, token, url, signal, ...run }: UploadRun): Promise<string> {
  const stall = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  function noteMovement(): void {
    clearTimeout(timer)
    timer = setTimeout(() => stall.abort(new Error('nothing moved for a minute')), STALL_MS)
  }
  const sent = new Promise<string>((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: run.endpoint,
      uploadUrl: url,
      headers: authorize(token),
      chunkSize: run.chunkBytes,
      retryDelays: null,
      storeFingerprintForResuming: false, // the queue stores the URL
      onBeforeRequest: (request) => {
        noteMovement()
        if (request.getMethod() === 'POST') request.setHeader(IDEMPOTENCY_HEADER, run.key)
      },
      onUploadUrlAvailable: () => {
        if (upload.url) run.onUrl(upload.url)
      },
      onProgress: (bytes) => {
        noteMovement()
        run.onSent(bytes)
      },
      onError: (error) => reject(new UploadFailure(error)),
      onSuccess: () => resolve(upload.url ?? ''),
    })
    for (const end of [signal, stall.signal])
      end.addEventListener('abort', () => {
        void upload.abort()
        reject(new UploadFailure(end.reason))
      })
    noteMovement()
    upload.start()
  })
  return sent.finally(() => clearTimeout(timer))
}

function authorize(token: string) {
  return { Authorization: `Bearer ${token}` }
}
