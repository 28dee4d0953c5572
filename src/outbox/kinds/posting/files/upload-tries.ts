import { ApiError } from '#src/api/api-error.ts'
import { giveUpUpload, UPLOADS_URL } from '#src/api/posting/media-api.ts'
import { findFailure, makeFileSender, readAnswer } from '#src/files/send-file.ts'
import type { QueuedUpload } from '#src/storage/uploads-database.ts'
import { answerWithin, FINISH_MS, TRY_MS } from './answer-limit.ts'
import type { Sent, UploadQueueParts } from './queue-parts.ts'

// Sends one file, and then requests that the server makes of it what it is for: a photo or video of a listing, or a photo of a
// visit.

/** Requests it for an upload that has arrived. @throws ApiError */
export type Finish = (upload: QueuedUpload, url: string) => Promise<Sent>

export function makeSend(findToken: () => string | null, finish: Finish): UploadQueueParts['send'] {
  const sendFile = makeFileSender()
  return async (upload, file, { onUrl, onSent, onArrived }, signal) => {
    const { id: key, isSent, url } = upload
    const token = findToken()
    if (token === null) return { kind: 'no-answer' }
    try {
      if (isSent && url !== null) return await finishOrBegin(upload, url)
      const endpoint = UPLOADS_URL
      const arrived = await sendFile({ file, endpoint, token, key, url, onUrl, onSent, signal })
      onArrived()
      return await finishOrBegin(upload, arrived)
    } catch (error) {
      return findFailure(error, file)
    }
  }

  async function finishOrBegin(upload: QueuedUpload, url: string): Promise<Sent> {
    try {
      return await answerWithin(FINISH_MS, finish(upload, url))
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return { kind: 'gone' }
      throw error
    }
  }
}

/** Deletes an upload from the server. If the request gets no answer, the server deletes the upload after a day. */
export function makeGiveUp(findToken: () => string | null): UploadQueueParts['giveUp'] {
  return async (url) => {
    const token = findToken()
    if (token === null) return
    try {
      await answerWithin(TRY_MS, giveUpUpload(url, token))
    } catch (error) {
      readAnswer(error)
      console.info('The server keeps an upload that was given up for a day.', error)
    }
  }
}
