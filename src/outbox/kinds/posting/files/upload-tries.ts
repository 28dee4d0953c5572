import { ApiError } from '#src/api/api-error.ts'
import { addListingMedia, giveUpUpload, UPLOADS_URL } from '#src/api/posting/media-api.ts'
import { findFailure, makeFileSender, readAnswer } from '#src/files/send-file.ts'
import type { Sent, UploadQueueParts } from './queue-parts.ts'

// Sends one file, and then requests that the server makes a photo or video of it.

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
      return findFailure(error, file)
    }
  }
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
