import { type SessionStore, userIdOf } from '#src/session/session-store.ts'
import { createPageSuspension } from '#src/storage/page-suspension.ts'
import { createUploadsDatabase, type UploadsDatabase } from '#src/storage/uploads-database.ts'

// The page's connection to the uploads database.

let database: UploadsDatabase | undefined
/** A frozen page must not block the uploads of the other tabs. */
export const suspension = createPageSuspension(window)
const NOBODY = 'nobody'

export function openUploads(): UploadsDatabase {
  if (!database) {
    database = createUploadsDatabase()
    suspension.follow(database)
  }
  return database
}

/**
 * The id of the person whose files and listings the page stores and sends; NOBODY without a
 * session.
 */
export function findOwner(session: SessionStore): string {
  const current = session.find()
  return current ? userIdOf(current) : NOBODY
}
