import type { Answer, ArrivedFiles, PostingAttemptParts } from '../posting-attempt.ts'
import type { SendGate } from './send-gate.ts'
import { isHeldBack } from './shown-upload.ts'
import type { UploadQueue } from './upload-queue.ts'

// Sends the files of listings for the outbox: those of one listing at a time.

/** Why files wait that are ready: screens show it with the files. */
export const WAITS_FOR_WIFI = 'The photos and videos wait for Wi-Fi.'

export const WAITS_FOR_ROOM = 'The photos and videos wait until other files of yours have arrived.'

export const FILE_REFUSED = 'A file was not accepted. Remove it, or try it again.'

type FileSending = Pick<PostingAttemptParts, 'sendFiles' | 'dropFiles' | 'stopFiles'>

export function createFileSending(
  queueOf: (listingId: string) => UploadQueue,
  gate: Pick<SendGate, 'find'>,
): FileSending {
  let lastTurn: Promise<void> = Promise.resolve()
  /** By listing whose files are being sent: ends that. */
  const ends = new Map<string, () => void>()

  /** False if the listing has no files. */
  async function begin(listingId: string, queue: UploadQueue): Promise<boolean> {
    await queue.load()
    if (queue.find().uploads.length === 0) return false
    let endTurn = () => {}
    const before = lastTurn
    lastTurn = new Promise((resolve) => {
      endTurn = resolve
    })
    await before
    queue.startSending()
    ends.set(listingId, () => {
      queue.stopSending()
      endTurn()
    })
    return true
  }

  return {
    async sendFiles(listingId, claim) {
      const queue = queueOf(listingId)
      if (!ends.has(listingId) && !(await begin(listingId, queue)))
        return { kind: 'done', value: [] }
      await arrivedOrAtRest(queue, claim)
      return answerOf(queue, gate)
    },
    async dropFiles(listingId, fileIds) {
      for (const id of fileIds) await queueOf(listingId).remove(id)
    },
    stopFiles(listingId) {
      ends.get(listingId)?.()
      ends.delete(listingId)
    },
  }
}

function arrivedOrAtRest(queue: UploadQueue, claim: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      const hasArrived = queue.find().uploads.some(({ media }) => media !== null)
      if (!hasArrived && !queue.isAtRest() && !claim.aborted) return
      stop()
      resolve()
    }
    const stop = queue.subscribe(look)
    claim.addEventListener('abort', look, { once: true })
    look()
  })
}

function answerOf(queue: UploadQueue, gate: Pick<SendGate, 'find'>): Answer<ArrivedFiles> {
  const { uploads, retryAfterMs } = queue.find()
  const arrived = uploads.flatMap(({ id: fileId, media }) =>
    media ? [{ fileId, mediaId: media.id }] : [],
  )
  if (arrived.length > 0 || uploads.length === 0) return { kind: 'done', value: arrived }
  if (uploads.some(({ step }) => step === 'refused')) {
    const problem = { sentence: FILE_REFUSED, fields: { media: FILE_REFUSED } }
    return { kind: 'refused', problem, status: null, code: null }
  }
  const isHeld = !gate.find().isOpen && uploads.some(isHeldBack)
  return {
    kind: 'no-answer',
    ...(uploads.some(({ isTooMany }) => isTooMany) && { message: WAITS_FOR_ROOM }),
    ...(isHeld && { message: WAITS_FOR_WIFI }),
    ...(retryAfterMs !== null && { retryAfterMs }),
  }
}
