import { ApiError } from '#src/api/api-error.ts'
import { findForeignHost } from '#src/api/foreign-url.ts'
import { openVideoDownload, type VideoDownload } from '#src/api/video-download.ts'
import { posterIdOf, sumBytes } from '#src/domain/saved-video.ts'
import { troubleOf } from '#src/storage/storage-trouble.ts'
import { CHUNK_BYTES } from './saved-video-reader.ts'
import {
  type SavedVideoStore,
  SaveEndedError,
  type StoredPart,
  type WholePoster,
} from './saved-video-store.ts'
import { hasSpace, measureSpace } from './video-space.ts'

// Saves one video: requests the file, writes it in chunks as it arrives, and marks it as saved only when all announced bytes
// are stored. What arrived before the connection broke stays, and the next try requests the rest.

/**
 * Why a video was not saved. no-answer: the server is unreachable. refused: the server refused it. cut: the connection
 * broke. too-large: above the limit for all saved videos. no-room: the device is full. ended: the end of the session or
 * another tab removed the unfinished save. working-offline: the user works offline. storage: another storage error.
 */
export type SaveRefusal =
  | 'no-answer'
  | 'refused'
  | 'cut'
  | 'too-large'
  | 'no-room'
  | 'ended'
  | 'working-offline'
  | 'storage'

export class SaveError extends Error {
  override readonly name = 'SaveError'
  readonly reason: SaveRefusal

  constructor(reason: SaveRefusal, cause?: unknown) {
    super(`The video was not saved: ${reason}.`, { cause })
    this.reason = reason
  }
}

export interface SavingParts {
  store: SavedVideoStore
  /** Absent in old browsers. */
  storage: Pick<StorageManager, 'estimate'> | undefined
  now(): number
  makeId(): string
}

export interface VideoSave {
  url: string
  posterUrl: string | null
  userId: string
  /** Whether the least recently used videos may be removed to make room. */
  mayEvict: boolean
  signal: AbortSignal
  /** `total` is null if the server does not send it. */
  onProgress(bytes: number, total: number | null): void
}

/** Returns the number of evicted videos. @throws errors that `findSaveRefusal` classifies */
export async function saveVideo(parts: SavingParts, save: VideoSave): Promise<number> {
  const { store, now } = parts
  const { limit } = await measureSpace(parts.storage)
  const part = await store.findPart(save.userId, save.url)
  const download = await openVideoDownload(save.url, save.signal, part)
  const isRest = part !== null && download.from > 0
  const id = isRest ? part.id : parts.makeId()
  try {
    const room = save.mayEvict ? limit : limit - (await measureOthers(store, save))
    const refusal = save.mayEvict ? 'too-large' : 'no-room'
    if ((download.bytes ?? 0) > room) throw new SaveError(refusal)
    await makeSpace(parts, save.url, (download.bytes ?? 0) - download.from)
    if (!isRest) await beginVideo(parts, { id, part, download }, save)
    const bytes = await writeChunks(parts, id, download, { room, refusal }, save)
    const { etag, contentType } = download
    const poster = await savePoster(parts, id, save, room - bytes)
    return await store.finish(id, { bytes, etag, contentType, savedAt: now() }, limit, poster)
  } catch (error) {
    await cleanUp(parts, id, download, isBreak(error) ? save : null)
    throw error
  }
}

/** @throws SaveError if the bytes do not fit, even after the parts of other videos were removed */
async function makeSpace({ store, storage }: SavingParts, url: string, bytes: number) {
  if (await hasSpace(storage, bytes)) return
  await store.removeOtherParts(url)
  if (!(await hasSpace(storage, bytes))) throw new SaveError('no-room')
}

/** Begins a video anew. An earlier part is of another version then. */
async function beginVideo(
  { store, now }: SavingParts,
  { id, part, download }: { id: string; part: StoredPart | null; download: VideoDownload },
  { userId, url }: VideoSave,
): Promise<void> {
  if (part) await store.remove(part.id)
  const { etag, bytes } = download
  // Another host would have to allow the headers of such a request, and a weak ETag does not name the same bytes.
  const canGoOn = bytes !== null && !etag?.startsWith('W/') && findForeignHost(url) === null
  await store.begin({ id, userId, url, etag: canGoOn ? etag : null, beganAt: now() })
}

/** Whether the connection broke, so that what has arrived is right. */
function isBreak(error: unknown): boolean {
  return error instanceof SaveError && error.reason === 'cut'
}

/** Saves the video's poster. Null if it is on another host, too large or cannot be loaded: the video is saved alone. */
async function savePoster(
  parts: SavingParts,
  videoId: string,
  { posterUrl: url, userId, signal }: VideoSave,
  room: number,
): Promise<WholePoster | null> {
  if (!url || findForeignHost(url) !== null) return null
  const id = posterIdOf(videoId)
  try {
    const download = await openVideoDownload(url, signal)
    const beganAt = parts.now()
    await parts.store.begin({ id, userId, url, posterOf: videoId, etag: null, beganAt })
    const bytes = await writeChunks(
      parts,
      id,
      download,
      { room, refusal: 'too-large' },
      { onProgress: () => undefined },
    )
    return { url, bytes, etag: download.etag, contentType: download.contentType }
  } catch (error) {
    const isOnlyThePoster = error instanceof ApiError || error instanceof SaveError
    if (signal.aborted || !isOnlyThePoster) throw error
    await parts.store.remove(id)
    return null
  }
}

/** Classifies why a save failed; null if it was cancelled. */
export function findSaveRefusal(error: unknown, signal: AbortSignal): SaveRefusal | null {
  if (signal.aborted) return null
  if (error instanceof SaveError) return error.reason
  if (error instanceof SaveEndedError) return 'ended'
  if (error instanceof ApiError) return error.kind === 'refused' ? 'refused' : 'no-answer'
  return troubleOf(error) === 'full' ? 'no-room' : 'storage'
}

/** Bytes of the person's other saved videos. */
async function measureOthers(
  store: SavedVideoStore,
  { userId, url }: Pick<VideoSave, 'userId' | 'url'>,
): Promise<number> {
  return sumBytes((await store.list(userId)).filter((video) => video.url !== url))
}

/** Writes the body and returns its number of bytes. Fails if it is empty, above `room` or not as long as announced. */
async function writeChunks(
  { store }: SavingParts,
  id: string,
  { body, bytes: total, from }: VideoDownload,
  { room, refusal }: { room: number; refusal: SaveRefusal },
  { onProgress }: Pick<VideoSave, 'onProgress'>,
): Promise<number> {
  let bytes = from
  let index = from / CHUNK_BYTES
  const chunks = splitIntoChunks(body, (count) => {
    bytes += count
    if (bytes > room) throw new SaveError(refusal)
    onProgress(bytes, total)
  })
  for await (const chunk of chunks) {
    await store.addChunk(id, index, chunk)
    index += 1
  }
  if (bytes === 0 || (total !== null && bytes !== total)) throw new SaveError('cut')
  return bytes
}

/** Splits the body into chunks of CHUNK_BYTES; the last may be shorter. Ending the iteration cancels the download. */
async function* splitIntoChunks(
  body: ReadableStream<Uint8Array>,
  onBytes: (count: number) => void,
): AsyncGenerator<ArrayBuffer> {
  const reader = body.getReader()
  const chunk = new Uint8Array(CHUNK_BYTES)
  let filled = 0
  try {
    for (;;) {
      const { done, value } = await read(reader)
      if (done) break
      onBytes(value.byteLength)
      for (let taken = 0; taken < value.byteLength; ) {
        const part = value.subarray(taken, taken + CHUNK_BYTES - filled)
        chunk.set(part, filled)
        filled += part.byteLength
        taken += part.byteLength
        if (filled < CHUNK_BYTES) continue
        yield chunk.slice().buffer
        filled = 0
      }
    }
    if (filled > 0) yield chunk.slice(0, filled).buffer
  } finally {
    // Ignores the error of a failed stream, which is already thrown.
    void reader.cancel().catch(() => undefined)
  }
}

async function read(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await reader.read()
  } catch (error) {
    throw new SaveError('cut', error)
  }
}

/** Cleans up: cancels an unread download, and removes the written chunks unless another try goes on from them (`broken`). */
async function cleanUp(
  { store }: SavingParts,
  id: string,
  { body }: VideoDownload,
  broken: Pick<VideoSave, 'userId' | 'url' | 'signal'> | null,
): Promise<void> {
  try {
    if (!body.locked) await body.cancel()
    const isKept = broken && !broken.signal.aborted
    if (isKept && (await store.findPart(broken.userId, broken.url))) return
    await store.remove(id)
  } catch (error) {
    console.warn('The partly saved video could not be removed; the next save removes it.', error)
  }
}
