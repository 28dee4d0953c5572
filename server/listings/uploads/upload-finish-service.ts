// How a complete upload becomes what it was uploaded for: a photo or video of a listing, or a photo of a visit.

import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { refuseForeignListing } from '#server/listings/content/own-posting-service.ts'
import {
  type Examined,
  type MediaFacts,
  storeMedia,
} from '#server/listings/media/file-storing-service.ts'
import { addMedia, findMedia } from '#server/listings/media/listing-media-service.ts'
import { queueMediaRemoval } from '#server/listings/media/media-removal-queue-service.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import type { MediaRow } from '#server/platform/database/rows/media-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import type { MediaDeps } from '#server/platform/media/stores/media-store-service.ts'
import { makeUploadLock } from './upload-lease-service.ts'
import { removeUpload, setRefusal } from './upload-repository.ts'
import { noUpload, requireOwnUpload, takeLock, type UploadingDeps } from './upload-service.ts'

interface Order {
  id: string
  ownerId: string
}

/** What an upload is for. */
export interface UploadUse<Made extends { id: string }> {
  /** What an earlier request made of this person's upload. */
  findMade(db: Kysely<Tables>, order: Order): Promise<Made | undefined>
  /** @throws ServerError if the person may not add the file there */
  requireAllowed(db: Kysely<Tables>): Promise<void>
  store(deps: Pick<AppDeps, 'log'> & MediaDeps, file: Order & { path: string }): Promise<Examined>
  add(trx: Kysely<Tables>, file: MediaFacts & Order & { bytes: number; now: Date }): Promise<Made>
}

/** The photos and videos of an owner's listing. */
export function useForListing(postingId: string, ownerId: string): UploadUse<MediaRow> {
  return {
    async findMade(db, { id }) {
      const media = await findMedia(db, id)
      return media?.owner_id === ownerId ? media : undefined
    },
    requireAllowed: (db) => refuseForeignListing(db, { id: postingId, ownerId }),
    store: storeMedia,
    add: (trx, file) => addMedia(trx, { ...file, postingId }),
  }
}

/**
 * Examines a complete upload and stores it for its use. A repeat gets the
 * same result. @throws ServerError 400 (not an accepted photo or video; the file is deleted), 404 (no upload, or a
 * listing of another owner), 409 (incomplete), 423, 503 (try again), 507
 */
export async function finishUpload<Made extends { id: string }>(
  deps: UploadingDeps,
  order: Order,
  use: UploadUse<Made>,
): Promise<Made> {
  const { db } = deps
  const done = await use.findMade(db, order)
  if (done) return done
  await requireOwnUpload(db, order)
  await use.requireAllowed(db)
  const lock = makeUploadLock(deps, order.id)
  if (!(await takeLock(lock))) return requireFinished(db, order, use)
  try {
    return await examine(deps, order, use)
  } finally {
    await lock.unlock()
  }
}

async function examine<Made extends { id: string }>(
  deps: UploadingDeps,
  { id, ownerId }: Order,
  use: UploadUse<Made>,
): Promise<Made> {
  const { db, write, writeAsServer, clock, uploadDir } = deps
  // Check again: the request that held the lease before may have finished the upload.
  const done = await use.findMade(db, { id, ownerId })
  if (done) return done
  const upload = await requireOwnUpload(db, { id, ownerId })
  if (upload.refusal !== null) throw refused(upload.refusal)
  const path = join(uploadDir, id)
  if ((await stat(path)).size !== upload.bytes) throw incomplete()
  const examined = await use.store(deps, { id, path, ownerId })
  if (examined.kind === 'refused') {
    await write((trx) => setRefusal(trx, { id, refusal: examined.sentence }))
    await rm(path, { force: true })
    throw refused(examined.sentence)
  }
  const media = await write(async (trx) => {
    // Gone while the files were stored: their owner was erased, or gave the upload up.
    if (!(await removeUpload(trx, id))) return null
    await use.requireAllowed(trx)
    const { bytes } = upload
    return use.add(trx, { ...examined.facts, id, ownerId, bytes, now: clock() })
  })
  await rm(path, { force: true })
  if (media) return media
  await writeAsServer((trx) => queueMediaRemoval(trx, [id], clock()))
  throw noUpload()
}

/** Returns what another request made of the upload. @throws ServerError 404 if none */
async function requireFinished<Made extends { id: string }>(
  db: Kysely<Tables>,
  order: Order,
  use: UploadUse<Made>,
): Promise<Made> {
  const made = await use.findMade(db, order)
  if (!made) throw noUpload()
  return made
}

function refused(sentence: string): ServerError {
  return new ServerError(400, 'media-refused', sentence)
}

function incomplete(): ServerError {
  const sentence = 'The file has not arrived completely. Send the rest, then try again.'
  return new ServerError(409, 'upload-incomplete', sentence)
}
