import { DetailedError, Upload } from 'tus-js-client'
import { parseRetryAfter } from '#src/api/retry-after.ts'
import { IDEMPOTENCY_HEADER } from '#src/domain/wire.ts'

// One try of an upload over the tus protocol. Only the queue retries, so that every failure is retried in the
// same way.

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

/** Resolves with the URL of the complete upload. @throws UploadFailure */
export function sendUpload({ file, token, url, signal, ...run }: UploadRun): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: run.endpoint,
      uploadUrl: url,
      headers: authorize(token),
      chunkSize: run.chunkBytes,
      retryDelays: null,
      storeFingerprintForResuming: false, // the queue stores the URL
      onBeforeRequest: (request) => {
        if (request.getMethod() === 'POST') request.setHeader(IDEMPOTENCY_HEADER, run.key)
      },
      onUploadUrlAvailable: () => {
        if (upload.url) run.onUrl(upload.url)
      },
      onProgress: (sent) => run.onSent(sent),
      onError: (error) => reject(new UploadFailure(error)),
      onSuccess: () => resolve(upload.url ?? ''),
    })
    signal.addEventListener('abort', () => {
      void upload.abort()
      reject(new UploadFailure(signal.reason))
    })
    upload.start()
  })
}

function authorize(token: string) {
  return { Authorization: `Bearer ${token}` }
}
