import { ApiError, loadCode } from '#src/api/api-error.ts'
import {
  addListingMedia,
  giveUpUpload,
  readRefusal,
  UPLOADS_URL,
} from '#src/api/posting/media-api.ts'
import { describeProxySizeRefusal, isProxySizeRefusal } from '#src/api/proxy-refusal.ts'
import { watchServerReturn } from '#src/api/server-return.ts'
import { APP_CHUNK_BYTES } from '#src/domain/media/media-limits.ts'
import { requireReadable, UnreadableFile } from '#src/files/readable-file.ts'
import type { UploadFailure, UploadRun } from '#src/files/send-upload.ts'
import { takeTurn } from '#src/storage/lock-turn.ts'
import { type FailedAnswer, isPassing } from './passing-answer.ts'
import type { Sent, UploadQueueParts } from './queue-parts.ts'

// Sends one file, and then requests that the server makes a photo or video of it.

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 20_000 // as long as the outbox waits while a page is visible
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

export function makeSend(findToken: () => string | null): UploadQueueParts['send'] {
  const sendFile = makeFileSender()
  return async (
    { id: key, listingId, isSent, url },
    file,
    { onUrl, onSent, onArrived },
    signal,
  ) => {
    const token = findToken()
    if (token === null) return { kind: 'no-answer' }
    try {
      if (isSent && url !== null) return await finish(listingId, url)
      const endpoint = UPLOADS_URL
      const arrived = await sendFile({ file, endpoint, token, key, url, onUrl, onSent, signal })
      onArrived()
      return await finish(listingId, arrived)
    } catch (error) {
      const flaw = readAnswer(error).status === null ? await findFileFlaw(file) : null
      return flaw ?? describe(error)
    }
  }
}

/**
 * Sends a file in smaller requests after a proxy has refused larger ones, from the last stored byte on. The next files begin
 * with the size that passed, or with the smallest: a proxy that refuses all of them costs little data. @throws UploadFailure
 */
function makeFileSender() {
  let refusals = 0
  return async (run: Omit<UploadRun, 'chunkBytes'>): Promise<string> => {
    const { sendUpload } = await loadCode(import('#src/files/send-upload.ts'))
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

/**
 * A browser reports a request without a network and one with an unreadable file alike. Null unless the file is
 * unreadable.
 */
async function findFileFlaw(file: Blob): Promise<Sent | null> {
  try {
    await requireReadable(file)
  } catch (error) {
    if (error instanceof UnreadableFile) return { kind: 'refused', sentence: error.message }
    console.warn('Whether a file is readable cannot be found out.', error)
  }
  return null
}

/** Deletes an upload from the server. If the request gets no answer, the server deletes the upload after a day. */
export function makeGiveUp(findToken: () => string | null): UploadQueueParts['giveUp'] {
  return async (url) => {
    const token = findToken()
    if (token === null) return
    try {
      await giveUpUpload(url, token)
    } catch (error) {
      readAnswer(error)
      console.info('The server keeps an upload that was given up for a day.', error)
    }
  }
}

async function finish(listingId: string, url: string): Promise<Sent> {
  try {
    return { kind: 'done', media: await addListingMedia(listingId, url) }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { kind: 'gone' }
    throw error
  }
}

/**
 * Runs the work in one tab at a time, and overtakes a frozen one. Then, and without Web Locks, two tabs may send the same file, but the
 * server stores each byte only once.
 */
export async function runAlone(lock: string, work: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await takeTurn(navigator.locks, lock, work)
  else await work()
}

function describe(error: unknown): Sent {
  const answer = readAnswer(error)
  const { status, code, sentence } = answer
  if (isProxySizeRefusal(answer))
    return { kind: 'refused', sentence: describeProxySizeRefusal(PROXY_MB) }
  const isTooMany = code === 'too-many-uploads'
  const isTemporary = status !== null && UPLOAD_PASSING.has(status) && !isTooMany
  // Only our server gives an error message (`sentence`). The error page of a proxy does not mean that the file is refused.
  const isFinal = sentence !== null && !isTemporary && !isPassing(answer)
  if (isFinal || status === 507)
    return {
      kind: 'refused',
      sentence: sentence ?? 'The server refused this file.',
      ...(isTooMany && { isTooMany }),
    }
  return { kind: 'no-answer' }
}

interface UploadAnswer extends FailedAnswer {
  code: string | null
  sentence: string | null
}

/** @throws errors other than the failure of a request */
function readAnswer(error: unknown): UploadAnswer {
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

/** Waits longer after each failure, but resolves at once when the network or the server is back. */
export function waitToRetry(tries: number, signal: AbortSignal): Promise<void> {
  const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1))
  return new Promise((resolve) => {
    const end = () => {
      stopWatching()
      clearTimeout(timer)
      globalThis.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, waitMs)
    globalThis.addEventListener('online', end)
    signal.addEventListener('abort', end)
    // A server that answers, but not this call, gets the growing delays.
    const stopWatching = watchServerReturn(end, { isLost: false })
  })
}
