import { ApiError, loadCode } from '#src/api/api-error.ts'
import { addListingMedia, findRefusal, UPLOADS_URL } from '#src/api/posting/media-api.ts'
import type { Sent, UploadQueueParts } from './queue-parts.ts'

// Sends one file, and then requests that the server makes a photo or video of it.

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 20_000 // as long as the outbox waits while a page is visible
/**
 * Statuses after which a later try may succeed: the session ended (401), the upload is gone (404, 410),
 * another request writes the file (409, 423), or an intermediary answered (408, 425).
 */
const PASSING = new Set([401, 404, 408, 409, 410, 423, 425])

export function makeSend(findToken: () => string | null): UploadQueueParts['send'] {
  return async ({ listingId, isSent, url }, file, { onUrl, onSent, onArrived }, signal) => {
    const token = findToken()
    if (token === null) return { kind: 'no-answer' }
    try {
      if (isSent && url !== null) return await finish(listingId, url)
      const { sendUpload } = await loadCode(import('./send-upload.ts'))
      const endpoint = UPLOADS_URL
      const arrived = await sendUpload({ file, endpoint, token, url, onUrl, onSent, signal })
      onArrived()
      return await finish(listingId, arrived)
    } catch (error) {
      return describe(error)
    }
  }
}

/** Deletes an upload from the server. If the request gets no answer, the server deletes the upload after a day. */
export function makeGiveUp(findToken: () => string | null): UploadQueueParts['giveUp'] {
  return async (url) => {
    const token = findToken()
    if (token === null) return
    try {
      const { giveUpUpload } = await loadCode(import('./send-upload.ts'))
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
 * Runs the work in one tab at a time. Without Web Locks, two tabs may send the same file, but the
 * server stores each byte only once.
 */
export async function runAlone(lock: string, work: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request(lock, work)
  else await work()
}

function describe(error: unknown): Sent {
  const answer = readAnswer(error)
  const isFinal =
    answer.sentence !== null &&
    answer.status !== null &&
    answer.status < 500 &&
    (!PASSING.has(answer.status) || answer.code === 'too-many-uploads')
  if (isFinal || answer.status === 507)
    return { kind: 'refused', sentence: answer.sentence ?? 'The server refused this file.' }
  return { kind: 'no-answer' }
}

/** @throws errors other than the failure of a request */
function readAnswer(error: unknown): {
  status: number | null
  code: string | null
  sentence: string | null
} {
  if (error instanceof ApiError)
    return { status: error.status, code: error.code, sentence: error.serverMessage }
  if (error instanceof Error && 'status' in error && 'body' in error) {
    const refusal = findRefusal(typeof error.body === 'string' ? error.body : null)
    return {
      status: typeof error.status === 'number' ? error.status : null,
      code: refusal?.code ?? null,
      sentence: refusal?.error ?? null,
    }
  }
  throw error
}

/** Waits longer after each failure, but resolves at once when the network is back. */
export function waitToRetry(tries: number, signal: AbortSignal): Promise<void> {
  const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1))
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      globalThis.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, waitMs)
    globalThis.addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}
