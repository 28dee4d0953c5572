import { DetailedError, Upload } from 'tus-js-client'
import { MAX_CHUNK_BYTES } from '#src/domain/media/media-limits.ts'

// One try of an upload over the tus protocol. Only the queue retries, so that every failure is retried in the
// same way.

export interface UploadRun {
  file: Blob
  endpoint: string
  token: string
  /** The URL of the upload to resume; null creates a new upload. */
  url: string | null
  onUrl(url: string): void
  onSent(bytes: number): void
  signal: AbortSignal
}

/** A failed request of an upload. `status` and `body` come from the server's answer, and are null without one. */
export class UploadFailure extends Error {
  override name = 'UploadFailure'
  constructor(
    readonly status: number | null,
    readonly body: string | null,
    cause: unknown,
  ) {
    super('an upload stopped', { cause })
  }
}

/** Resolves with the URL of the complete upload. @throws UploadFailure */
export function sendUpload({ file, token, url, signal, ...run }: UploadRun): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: run.endpoint,
      uploadUrl: url,
      headers: authorize(token),
      chunkSize: MAX_CHUNK_BYTES,
      retryDelays: null,
      storeFingerprintForResuming: false, // the queue stores the URL
      onUploadUrlAvailable: () => {
        if (upload.url) run.onUrl(upload.url)
      },
      onProgress: (sent) => run.onSent(sent),
      onError: (error) => reject(toFailure(error)),
      onSuccess: () => resolve(upload.url ?? ''),
    })
    signal.addEventListener('abort', () => {
      void upload.abort()
      reject(new UploadFailure(null, null, signal.reason))
    })
    upload.start()
  })
}

/** Deletes an unfinished upload from the server. @throws UploadFailure */
export async function giveUpUpload(url: string, token: string): Promise<void> {
  try {
    await Upload.terminate(url, { headers: authorize(token), retryDelays: null })
  } catch (error) {
    throw toFailure(error)
  }
}

function authorize(token: string) {
  return { Authorization: `Bearer ${token}` }
}

function toFailure(error: unknown): UploadFailure {
  const answer = error instanceof DetailedError ? error.originalResponse : null
  return new UploadFailure(answer?.getStatus() || null, answer?.getBody() ?? null, error)
}
