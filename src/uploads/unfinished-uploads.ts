import { createUploadsDatabase, hasUploadsDatabase } from '#src/storage/uploads-database.ts'
import { dropFile } from './upload-files.ts'

// What a sign-out has to know about uploads. A device without uploads gets no database of them.

/** Files of the person that are not on the server yet. */
export function countUnfinishedUploads(userId: string): Promise<number> {
  return onUploads(userId, async (ids) => ids.length)
}

/** Deletes the person's files that are not on the server. */
export async function forgetUploads(userId: string | null): Promise<void> {
  if (userId === null) return
  await onUploads(userId, async (ids, db) => {
    for (const id of ids) await dropFile(db, id)
    return ids.length
  })
}

async function onUploads(
  userId: string,
  work: (ids: string[], db: ReturnType<typeof createUploadsDatabase>) => Promise<number>,
): Promise<number> {
  if (!(await hasUploadsDatabase())) return 0
  const db = createUploadsDatabase()
  try {
    return await work(await db.queued.where({ userId }).primaryKeys(), db)
  } finally {
    db.close()
  }
}
