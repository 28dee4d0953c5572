import { DetailedError, Upload } from 'tus-js-client'
import { MAX_CHUNK_BYTES } from '#src/domain/media/media-limits.ts'

// One run of an upload over the tus protocol. The queue decides when to try again, so that it does so in the
// same way for every failure.

export interface UploadRun {
  file: Blob
  endpoint: string
  token: string
  /** Goes on with this upload; null begins a new one. */
  url: string | null
  onUrl(url: string): void
  onSent(bytes: number): void
  signal: AbortSignal
}

/** The server's answer to a request of an upload; null for no answer. */
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

/** Resolves with the address of the complete upload. @throws UploadFailure */
export function sendUpload({ file, token, url, signal, ...run }: UploadRun): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: run.endpoint,
      uploadUrl: url,
      headers: authorize(token),
      chunkSize: MAX_CHUNK_BYTES,
      retryDelays: null,
      storeFingerprintForResuming: false, // the queue remembers the address
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

/** Deletes what the server has of an upload. @throws UploadFailure */
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
