// Downloads files into UPLOAD_DIR from URLs that people entered, and turns them into photos and videos,
// like uploads. Each download has a row in `uploads`. If the process is killed, the cleanup of abandoned
// uploads and the erasure of a person find the download's files by this row.

import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { type Examined, storeMedia } from '#server/listings/media/file-storing-service.ts'
import { addMedia } from '#server/listings/media/listing-media-service.ts'
import { queueMediaRemoval } from '#server/listings/media/media-removal-queue-service.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { requireSpace } from '#server/platform/http/files/free-space.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import type { MediaDeps } from '#server/platform/media/stores/media-store-service.ts'
import { type OutboundClient, OutboundError } from '#server/platform/outbound/outbound-service.ts'
import { MAX_UPLOAD_BYTES } from '#src/domain/media/media-limits.ts'
import type { UploadDeps } from './upload-lease-service.ts'
import { insertUpload, removeUpload } from './upload-repository.ts'

const TRIED_AGAIN = new Set([408, 425, 429]) // statuses that may change later, like any 5xx

export type DownloadDeps = Pick<AppDeps, 'db' | 'clock' | 'log'> &
  MediaDeps &
  UploadDeps & {
    outbound: OutboundClient
  }

export interface Download {
  id: string
  ownerId: string
  url: string
}

export type Downloaded =
  | (Extract<Examined, { kind: 'stored' }> & { bytes: number })
  /** Permanent: another attempt would get the same result. */
  | { kind: 'refused'; sentence: string }
  | { kind: 'failed'; sentence: string }

/**
 * Downloads a file and stores it as a photo or video, both under the order's id. The caller adds the photo or
 * video to a listing with `keepDownload`, or discards it. Throws only for trouble with the database or the disk.
 */
export async function download(deps: DownloadDeps, order: Download): Promise<Downloaded> {
  const { db, clock, uploadDir, outbound } = deps
  const path = join(uploadDir, order.id)
  await mkdir(uploadDir, { recursive: true })
  try {
    await requireSpace(uploadDir, MAX_UPLOAD_BYTES)
    await insertUpload(db, {
      id: order.id,
      owner_id: order.ownerId,
      bytes: MAX_UPLOAD_BYTES, // the size is not known yet
      created_at: clock().toISOString(),
      lease_holder: null,
      leased_until: null,
      is_wanted: 0,
      refusal: null,
    })
    const status = await outbound.download({
      url: order.url,
      maxBytes: MAX_UPLOAD_BYTES,
      openSink: () => createWriteStream(path, { mode: 0o600 }),
    })
    if (status !== 200) return refuseStatus(status)
    const { size: bytes } = await stat(path)
    const examined = await storeMedia(deps, { ...order, path })
    return examined.kind === 'stored' ? { ...examined, bytes } : examined
  } catch (error) {
    if (error instanceof OutboundError) return wordFailure(error)
    // No space, or a media store that does not answer.
    if (error instanceof ServerError) return { kind: 'failed', sentence: NOT_STORED }
    throw error
  }
}

const NOT_STORED = 'The server could not store the file.'

/** Makes a downloaded file a photo or video of the listing. */
export async function keepDownload(
  trx: Kysely<Tables>,
  { facts, bytes }: Extract<Downloaded, { kind: 'stored' }>,
  place: { id: string; ownerId: string; postingId: string; now: Date },
): Promise<void> {
  await removeUpload(trx, place.id)
  await addMedia(trx, { ...facts, ...place, bytes })
}

/** Deletes the downloaded file, but not a photo or video that was made from it. */
export async function removeDownloadedFile(
  { uploadDir }: Pick<DownloadDeps, 'uploadDir'>,
  id: string,
): Promise<void> {
  await rm(join(uploadDir, id), { force: true })
}

/** Deletes everything of a download that was not added to a listing. May be repeated. */
export async function discardDownload(
  { db, uploadDir, clock }: Pick<DownloadDeps, 'db' | 'uploadDir' | 'clock'>,
  id: string,
): Promise<void> {
  await removeDownloadedFile({ uploadDir }, id)
  await db.transaction().execute(async (trx) => {
    await removeUpload(trx, id)
    // Needed even if the row is gone: an erasure may have deleted it while files were being stored.
    await queueMediaRemoval(trx, [id], clock())
  })
}

function refuseStatus(status: number): Downloaded {
  const kind = status >= 500 || TRIED_AGAIN.has(status) ? 'failed' : 'refused'
  return { kind, sentence: `The site answered with status ${status}.` }
}

function wordFailure({ kind }: OutboundError): Downloaded {
  if (kind === 'too-large') {
    const sentence = `The file is larger than ${MAX_UPLOAD_BYTES / 1_000_000} MB.`
    return { kind: 'refused', sentence }
  }
  if (kind === 'refused')
    return { kind, sentence: 'The address does not lead to a public site, by https or http.' }
  return { kind, sentence: 'The site did not send the file.' }
}
