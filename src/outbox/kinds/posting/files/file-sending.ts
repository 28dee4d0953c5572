import type { Answer, ArrivedFiles, PostingAttemptParts } from '../posting-attempt.ts'
import type { SendGate } from './send-gate.ts'
import { isHeldBack, type ShownUpload } from './shown-upload.ts'
import type { UploadQueue } from './upload-queue.ts'

// Sends the files of listings and visits for the outbox: those of one listing or visit at a time.

/** Why files wait that are ready: screens show it with the files. */
export const WAITS_FOR_WIFI = 'The photos and videos wait for Wi-Fi.'

export const WAITS_FOR_ROOM = 'The photos and videos wait until other files of yours have arrived.'

export const FILE_REFUSED = 'A file was not accepted. Remove it, or try it again.'

export interface FileSending
  extends Pick<PostingAttemptParts, 'sendFiles' | 'dropFiles' | 'stopFiles'> {
  /** Sends files until all have arrived. All remain on the device until `dropFiles`. */
  sendAllFiles(listingId: string, claim: AbortSignal): Promise<Answer<ArrivedFiles>>
}

type HasArrived = (uploads: readonly ShownUpload[]) => boolean

const someHave: HasArrived = (uploads) => uploads.some(({ media }) => media !== null)
const allHave: HasArrived = (uploads) => uploads.every(({ media }) => media !== null)

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

  async function send(listingId: string, claim: AbortSignal, isEnough: HasArrived) {
    const queue = queueOf(listingId)
    if (!ends.has(listingId) && !(await begin(listingId, queue)))
      return { kind: 'done', value: [] } as const
    await arrivedOrAtRest(queue, claim, isEnough)
    return answerOf(queue, gate, isEnough)
  }

  return {
    sendFiles: (listingId, claim) => send(listingId, claim, someHave),
    sendAllFiles: (listingId, claim) => send(listingId, claim, allHave),
    async dropFiles(listingId, fileIds) {
      for (const id of fileIds) await queueOf(listingId).remove(id)
    },
    stopFiles(listingId) {
      ends.get(listingId)?.()
      ends.delete(listingId)
    },
  }
}

function arrivedOrAtRest(
  queue: UploadQueue,
  claim: AbortSignal,
  isEnough: HasArrived,
): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isEnough(queue.find().uploads) && !queue.isAtRest() && !claim.aborted) return
      stop()
      resolve()
    }
    const stop = queue.subscribe(look)
    claim.addEventListener('abort', look, { once: true })
    look()
  })
}

function answerOf(
  queue: UploadQueue,
  gate: Pick<SendGate, 'find'>,
  isEnough: HasArrived,
): Answer<ArrivedFiles> {
  const { uploads, retryAfterMs } = queue.find()
  const arrived = uploads.flatMap(({ id: fileId, media }) =>
    media ? [{ fileId, mediaId: media.id }] : [],
  )
  if (isEnough(uploads) || uploads.length === 0) return { kind: 'done', value: arrived }
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
