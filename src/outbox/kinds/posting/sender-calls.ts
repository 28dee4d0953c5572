import { ApiError } from '#src/api/api-error.ts'
import { isPassing } from '#src/api/passing-answer.ts'
import { actOnPosting, savePosting } from '#src/api/posting/posting-api.ts'
import { getWifiGate } from '#src/files/use-wifi-gate.ts'
import { createSendGate } from './files/send-gate.ts'
import { isHeldBack } from './files/shown-upload.ts'
import type { UploadQueue } from './files/upload-queue.ts'
import type { Answer, ArrivedFiles, PostingAttemptParts } from './posting-attempt.ts'

// The calls that send a listing, and the interpretation of their answers.

const TRY_MS = 30_000 // timeout of a try; a call is safe to repeat

export const saveListing: PostingAttemptParts['save'] = ({ id, version }, draft) =>
  answerOf(async () => (await savePosting(id, draft, version)).version)

export const submitListing: PostingAttemptParts['submit'] = (id, key) =>
  answerOf(() => actOnPosting(id, 'submit', key))

/**
 * Waits until each file of the queue has arrived or is refused, or the server gives no answer. Files that wait for
 * Wi-Fi count as unanswered, so that they do not delay other listings.
 */
export async function sendAllFiles(
  queue: UploadQueue,
  signal: AbortSignal,
): Promise<Answer<ArrivedFiles>> {
  const gate = createSendGate(getWifiGate())
  await queue.open()
  await new Promise<void>((resolve) => {
    const look = () => {
      const { uploads, isOffline } = queue.find()
      const isShut = !gate.find().isOpen
      const isOver = uploads.every(
        (one) => one.step === 'done' || one.step === 'refused' || (isShut && isHeldBack(one)),
      )
      if (!isOver && !isOffline && !signal.aborted) return
      stop()
      resolve()
    }
    const stop = queue.subscribe(look)
    signal.addEventListener('abort', look, { once: true })
    look()
  })
  queue.close()
  const { uploads, retryAfterMs } = queue.find()
  if (uploads.some(({ step }) => step === 'refused')) {
    const sentence = 'A file was not accepted. Remove it, or try it again.'
    const problem = { sentence, fields: { media: sentence } }
    return { kind: 'refused', problem, status: null, code: null }
  }
  const arrived = uploads.flatMap(({ id: fileId, media }) =>
    media ? [{ fileId, mediaId: media.id }] : [],
  )
  return arrived.length < uploads.length
    ? noAnswerWith(retryAfterMs)
    : { kind: 'done', value: arrived }
}

/** @throws an error that is not an ApiError */
async function answerOf<Value>(call: () => Promise<Value>): Promise<Answer<Value>> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = new Promise<Answer<Value>>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'no-answer' }), TRY_MS)
  })
  try {
    return await Promise.race([end, call().then((value) => ({ kind: 'done', value }) as const)])
  } catch (error) {
    return describe(error)
  } finally {
    clearTimeout(timer)
  }
}

function describe(error: unknown): Answer<never> {
  if (!(error instanceof ApiError)) throw error
  const { kind, serverMessage, fields, retryAfterMs, status, code } = error
  if (kind === 'no-answer' || isPassing(error)) return noAnswerWith(retryAfterMs, status)
  const sentence = serverMessage ?? 'The server refused this listing.'
  return { kind: 'refused', problem: { sentence, fields }, status, code }
}

function noAnswerWith(retryAfterMs: number | null, status: number | null = null): Answer<never> {
  return {
    kind: 'no-answer',
    ...(status !== null && { status }),
    ...(retryAfterMs !== null && { retryAfterMs }),
  }
}
