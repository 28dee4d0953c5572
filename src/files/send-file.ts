import { ApiError, loadCode } from '#src/api/api-error.ts'
import { type FailedAnswer, isPassing } from '#src/api/passing-answer.ts'
import { describeProxySizeRefusal, isProxySizeRefusal } from '#src/api/proxy-refusal.ts'
import { readRefusal } from '#src/api/refusal-body.ts'
import { APP_CHUNK_BYTES } from '#src/domain/media/media-limits.ts'
import { requireReadable, UnreadableFile } from './readable-file.ts'
import type { UploadFailure, UploadRun } from './send-upload.ts'

// The resumable upload of one file, and what its failure means.

/**
 * Statuses after which an upload is tried again, beside those of `isPassing`: the server no longer has it (404, 410), or
 * another request is writing it (409).
 */
const UPLOAD_PASSING = new Set([404, 409, 410])
/**
 * Sizes of a request's body, each tried after a proxy has refused the one before. The last ones are for proxies stricter
 * than nginx as installed.
 */
const SMALLEST_CHUNK = 250_000
const CHUNK_SIZES = [APP_CHUNK_BYTES, 500_000, SMALLEST_CHUNK] as const
const PROXY_MB = 2 // twice the first size, so that headers and a later version fit

/** Why a file did not arrive. */
export type FileFailure =
  | { kind: 'refused'; sentence: string }
  /**
   * It is sent later. `retryAfterMs`: the wait that the server asks for. `isTooMany`: the server keeps as many unfinished
   * uploads of the person as it takes, and deletes them after a day.
   */
  | { kind: 'no-answer'; retryAfterMs?: number; isTooMany?: boolean }

/**
 * Sends a file in smaller requests after a proxy has refused larger ones, from the last stored byte on. The next files begin
 * with the size that passed, or with the smallest: a proxy that refuses all of them costs little data. @throws UploadFailure
 */
export function makeFileSender() {
  let refusals = 0
  return async (run: Omit<UploadRun, 'chunkBytes'>): Promise<string> => {
    const { sendUpload } = await loadCode(import('./send-upload.ts'))
    let { url } = run
    const onUrl = (next: string) => {
      url = next
      run.onUrl(next)
    }
    for (;;) {
      const chunkBytes = CHUNK_SIZES[refusals] ?? SMALLEST_CHUNK
      try {
        return await sendUpload({ ...run, url, onUrl, chunkBytes })
      } catch (error) {
        if (!isProxySizeRefusal(readAnswer(error)) || chunkBytes === SMALLEST_CHUNK) throw error
        refusals += 1
      }
    }
  }
}

/** @throws errors other than the failure of a request */
export async function findFailure(error: unknown, file: Blob): Promise<FileFailure> {
  const flaw = readAnswer(error).status === null ? await findFileFlaw(file) : null
  return flaw ?? describe(error)
}

/**
 * A browser reports a request without a network and one with an unreadable file alike. Null unless the file is
 * unreadable.
 */
async function findFileFlaw(file: Blob): Promise<FileFailure | null> {
  try {
    await requireReadable(file)
  } catch (error) {
    if (error instanceof UnreadableFile) return { kind: 'refused', sentence: error.message }
    console.warn('Whether a file is readable cannot be found out.', error)
  }
  return null
}

function describe(error: unknown): FileFailure {
  const answer = readAnswer(error)
  const { status, code, sentence } = answer
  if (isProxySizeRefusal(answer))
    return { kind: 'refused', sentence: describeProxySizeRefusal(PROXY_MB) }
  const isTooMany = code === 'too-many-uploads'
  const isTemporary = status !== null && UPLOAD_PASSING.has(status)
  // Only our server gives a code. What a proxy or portal says does not mean that the file is refused.
  const isFinal = code !== null && !isTemporary && !isPassing(answer)
  if (isFinal || status === 507)
    return { kind: 'refused', sentence: sentence ?? 'The server refused this file.' }
  const { retryAfterMs } = answer
  return {
    kind: 'no-answer',
    ...(retryAfterMs !== null && { retryAfterMs }),
    ...(isTooMany && { isTooMany }),
  }
}

interface UploadAnswer extends FailedAnswer {
  code: string | null
  sentence: string | null
}

/** @throws errors other than the failure of a request */
export function readAnswer(error: unknown): UploadAnswer {
  if (error instanceof ApiError) {
    const { status, retryAfterMs, code, serverMessage } = error
    return { status, retryAfterMs, code, sentence: serverMessage }
  }
  if (isUploadFailure(error)) {
    const { status, retryAfterMs, body } = error
    const refusal = readRefusal(body)
    return { status, retryAfterMs, code: refusal?.code ?? null, sentence: refusal?.error ?? null }
  }
  throw error
}

/** By its name, because the class belongs to code that loads with the first upload. */
function isUploadFailure(error: unknown): error is UploadFailure {
  return error instanceof Error && error.name === 'UploadFailure'
}
