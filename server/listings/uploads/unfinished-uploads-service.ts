import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { AppDeps } from '#server/platform/app-env.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { UploadDeps } from './upload-lease-service.ts'
import { findUpload, listOpenUploadsOf } from './upload-repository.ts'

// What the server still keeps of files that have not become photos or videos.

interface UnfinishedUpload {
  id: string
  /** The size of the whole file. */
  bytes: number
  /** How many bytes have arrived. */
  offset: number
  /** ISO 8601. */
  createdAt: string
}

/** Whether an upload can still go on: it is neither finished, nor refused, nor given up. */
export async function isUnfinished(trx: Kysely<Tables>, id: string): Promise<boolean> {
  const upload = await findUpload(trx, id)
  return upload !== undefined && upload.refusal === null
}

/** The uploads that count towards the owner's limits. */
export async function listUnfinished(
  { db, uploadDir }: Pick<AppDeps, 'db'> & UploadDeps,
  ownerId: string,
): Promise<UnfinishedUpload[]> {
  const rows = await listOpenUploadsOf(db, ownerId)
  return Promise.all(
    rows.map(async ({ id, bytes, created_at: createdAt }) => {
      const offset = await countArrived(join(uploadDir, id))
      return { id, bytes, offset, createdAt }
    }),
  )
}

/** 0 if the file has been deleted since its row was read. */
async function countArrived(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0
    throw error
  }
}
