// Photos and videos in a bucket of an S3-compatible store. The bucket stays private: the server
// streams the objects. Their paths are the same as in the folder store.

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { PassThrough, type Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { MediaS3Settings } from '#server/platform/config/media-store-settings.ts'
import { findMediaType } from '#server/platform/media/formats/media-type.ts'
import { endWithin } from '#server/platform/outbound/time-limit-service.ts'
import { HEAD_BYTES } from '#src/domain/media/file-kind.ts'
import { LISTINGS_FOLDER, mediaPath, STORED_NAMES } from './media-names.ts'
import type { MediaFile, MediaStore, StoredMedia } from './media-store.ts'
import { MediaStoreError } from './media-store-trouble.ts'
import { isDone, makeS3Client, readShortBody, type S3Client } from './s3-client.ts'

const FILE_MS = 600_000 // 300 MB at 4 Mbit/s

export function makeS3Store(settings: MediaS3Settings): MediaStore {
  const client = makeS3Client(settings)
  const send = async (...order: Parameters<S3Client['send']>) => {
    await readShortBody(await client.send(...order))
  }
  return {
    put: (file, content) => send({ method: 'PUT', key: mediaPath(file), makeBody: () => content }),
    putFile: async (file, path) => {
      const { size } = await stat(path)
      await send({
        method: 'PUT',
        key: mediaPath(file),
        // Without this header, Node would use chunked encoding, which S3 does not accept.
        headers: { 'Content-Length': String(size) },
        makeBody: () => createReadStream(path),
        answerMs: FILE_MS,
      })
    },
    requireSpace: async () => undefined, // a bucket grows; no disk of this machine is written
    open: (file) => openObject(client, mediaPath(file)),
    list: () => listObjects(client),
    remove: async (mediaId) => {
      // S3 cannot delete a folder: delete every possible file. A missing object is no failure.
      await Promise.all(
        STORED_NAMES.map((name) =>
          send({ method: 'DELETE', key: mediaPath({ mediaId, name }), allowed: [404] }),
        ),
      )
    },
    check: () => send({ method: 'HEAD', key: '' }),
  }
}

const LIST_MS = 30_000 // a page of 1,000 objects is 300 kB
const OBJECT = /<Contents>(.*?)<\/Contents>/gs
const KEY = /<Key>listings\/([0-9a-f]{32})\// // in LISTINGS_FOLDER
const MODIFIED = /<LastModified>([^<]+)</
const NEXT = /<NextContinuationToken>([^<]+)</

/** ListObjectsV2. The keys that this server makes need no XML decoding; others are left out. */
async function* listObjects(client: S3Client): AsyncGenerator<StoredMedia, void, void> {
  let next: string | undefined
  do {
    const query = new URLSearchParams({ 'list-type': '2', prefix: `${LISTINGS_FOLDER}/` })
    if (next !== undefined) query.set('continuation-token', next)
    const answer = await client.send({ method: 'GET', key: '', query: query.toString() })
    const page = await endWithin(LIST_MS, () => text(answer)).finally(() => answer.destroy())
    for (const [, object = ''] of page.matchAll(OBJECT)) {
      const mediaId = KEY.exec(object)?.[1]
      const modifiedAt = new Date(MODIFIED.exec(object)?.[1] ?? '')
      if (mediaId !== undefined && !Number.isNaN(modifiedAt.getTime()))
        yield { mediaId, modifiedAt }
    }
    next = NEXT.exec(page)?.[1]
  } while (next !== undefined)
}

/** Reads the first bytes, which decide the content type, as in the folder store. */
async function openObject(client: S3Client, key: string): Promise<MediaFile | null> {
  const range = `bytes=0-${HEAD_BYTES - 1}`
  const answer = await client.send({
    method: 'GET',
    key,
    headers: { Range: range },
    allowed: [404, 416],
  })
  if (!isDone(answer)) {
    answer.resume()
    return null
  }
  const { 'content-range': place = '', 'last-modified': modified = '' } = answer.headers
  const bytes = /\/(\d+)$/.exec(place)?.[1]
  const modifiedAt = new Date(modified)
  if (bytes === undefined || Number.isNaN(modifiedAt.getTime())) {
    answer.destroy()
    throw new MediaStoreError('The media store does not answer ranges.')
  }
  const head = await readShortBody(answer)
  if (!answer.complete)
    throw new MediaStoreError('The media store stopped in the middle of an answer.')
  const contentType = findMediaType(head)
  if (contentType === null) return null
  return {
    bytes: Number(bytes),
    modifiedAt,
    contentType,
    read: (part) => readObject(client, key, part),
    close: async () => undefined, // no connection is open before `read`
  }
}

function readObject(
  client: S3Client,
  key: string,
  { start, end }: { start: number; end: number },
): Readable {
  const reading = new PassThrough()
  const headers = { Range: `bytes=${start}-${end}` }
  client
    .send({ method: 'GET', key, headers })
    // When the reader disconnects, the pipeline also aborts the request.
    .then((answer) => pipeline(answer, reading))
    .catch((error: Error) => reading.destroy(error))
  return reading
}
