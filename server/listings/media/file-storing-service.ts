// A new photo or video of an owner: which files are accepted, and what is stored of them.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { AppDeps } from '#server/platform/app-env.ts'
import type { MediaRow } from '#server/platform/database/rows/media-rows.ts'
import { requireSpace } from '#server/platform/http/files/free-space.ts'
import { PHOTO_JOB, VIDEO_JOB } from '#server/platform/media/formats/media-jobs.ts'
import { MediaRefusal } from '#server/platform/media/formats/media-refusal.ts'
import { findMediaType } from '#server/platform/media/formats/media-type.ts'
import { NAMES_OF } from '#server/platform/media/stores/media-names.ts'
import type { MediaStore } from '#server/platform/media/stores/media-store.ts'
import type { MediaDeps } from '#server/platform/media/stores/media-store-service.ts'
import { orUnavailable } from '#server/platform/media/stores/media-store-trouble.ts'
import { FileRefusal, parseFile } from '#server/platform/parsing/parsing-service.ts'
import {
  describeOtherFile,
  findFileKind,
  HEAD_BYTES,
  isPhotoKind,
  isVideoKind,
} from '#src/domain/media/file-kind.ts'

export type MediaFacts = Pick<
  MediaRow,
  | 'kind'
  | 'width'
  | 'height'
  | 'duration_ms'
  | 'checksum'
  | 'perceptual_hash'
  | 'crop_hashes'
  | 'thumbhash'
>

export type Examined =
  | { kind: 'stored'; facts: MediaFacts }
  | {
      kind: 'refused'
      /** The reason of the refusal, as shown to the owner. */
      sentence: string
    }

/**
 * Examines an uploaded file. Stores a photo in the displayed sizes, and a video without its metadata.
 * The first bytes decide the type, never the name. Refuses files that are not a photo or video for a
 * listing. @throws ServerError 503 if the store fails; a repeat stores all files again. 507 on a full disk
 */
export function storeMedia(deps: StoringDeps, file: UploadedFile): Promise<Examined> {
  return orRefused(deps, () => storeFile(deps.mediaStore, file))
}

async function orRefused(
  { log }: Pick<AppDeps, 'log'>,
  store: () => Promise<MediaFacts>,
): Promise<Examined> {
  try {
    const facts = await orUnavailable({ log }, store)
    return { kind: 'stored', facts }
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error
    return { kind: 'refused', sentence: error.message }
  }
}

type StoringDeps = Pick<AppDeps, 'log'> & MediaDeps

interface UploadedFile {
  id: string
  ownerId: string
  path: string
}

async function storeFile(
  store: MediaStore,
  { id, path, ownerId: person }: UploadedFile,
): Promise<MediaFacts> {
  const head = await readHead(path)
  const kind = findFileKind(head)
  if (isVideoKind(kind)) return storeVideo(store, { id, path, ownerId: person })
  return encodePhoto(store, { id, path, ownerId: person }, OWN_NAMES)
}

/** The files of an encoded photo under their own names. */
const OWN_NAMES: ReadonlyMap<string, string> = new Map(NAMES_OF.photo.map((name) => [name, name]))

/** Stores an uploaded photo, without its metadata, in those encoded files that `names` has, under its names. Refuses as `storeMedia` does. */
export function storePhoto(
  deps: StoringDeps,
  file: UploadedFile,
  names: ReadonlyMap<string, string>,
): Promise<Examined> {
  return orRefused(deps, () => encodePhoto(deps.mediaStore, file, names))
}

async function encodePhoto(
  store: MediaStore,
  { id, path, ownerId: person }: UploadedFile,
  names: ReadonlyMap<string, string>,
): Promise<MediaFacts> {
  const head = await readHead(path)
  const kind = findFileKind(head)
  const contentType = findMediaType(head)
  if (contentType === null || !isPhotoKind(kind)) throw new MediaRefusal(describeOtherFile(kind))
  // The stored sizes of a photo take as much at most.
  await store.requireSpace((await stat(path)).size)
  const checksum = await sumUp(path)
  const { width, height, files, thumbhash, perceptualHash, cropHashes } = await parseFile(
    PHOTO_JOB,
    { path: resolve(path), contentType },
    { person },
  )
  for (const { name, content } of files) {
    const stored = names.get(name)
    if (stored) await store.put({ mediaId: id, name: stored }, content)
  }
  return {
    kind: 'photo',
    width,
    height,
    duration_ms: null,
    checksum,
    perceptual_hash: perceptualHash,
    crop_hashes: cropHashes,
    thumbhash,
  }
}

async function storeVideo(
  store: MediaStore,
  { id, path, ownerId: person }: UploadedFile,
): Promise<MediaFacts> {
  const { size } = await stat(path)
  await requireSpace(dirname(path), size) // for the rewritten video
  await store.requireSpace(size)
  const checksum = await sumUp(path)
  const newPath = rewrittenPath(path)
  try {
    const { width, height, seconds } = await parseFile(
      VIDEO_JOB,
      { path: resolve(path), newPath: resolve(newPath) },
      { person },
    )
    await store.putFile({ mediaId: id, name: 'video.mp4' }, newPath)
    return {
      kind: 'video',
      width,
      height,
      duration_ms: Math.round(seconds * 1000),
      checksum,
      perceptual_hash: null,
      crop_hashes: null,
      thumbhash: null,
    }
  } finally {
    await rm(newPath, { force: true })
  }
}

/** Where a video is rewritten before it is stored. A killed server leaves a part there. */
export function rewrittenPath(path: string): string {
  return `${path}.mp4`
}

async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function sumUp(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
