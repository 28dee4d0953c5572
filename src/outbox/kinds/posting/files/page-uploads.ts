import { type SessionStore, userIdOf } from '#src/session/session-store.ts'
import {
  createDatabaseConnection,
  type DatabaseConnection,
} from '#src/storage/database-connection.ts'
import { createPageSuspension } from '#src/storage/page-suspension.ts'
import {
  createUploadsDatabase,
  hasUploadsDatabase,
  probeUploads,
  type UploadsDatabase,
} from '#src/storage/uploads-database.ts'

// The page's connection to the uploads database.

let database: UploadsDatabase | undefined
let connection: DatabaseConnection | undefined
const NOBODY = 'nobody'

export function openUploads(): UploadsDatabase {
  database ??= createUploadsDatabase()
  return database
}

/** Repeats what a frozen page, or a connection that the browser closed, has interrupted. */
export function connectUploads(): DatabaseConnection {
  if (connection) return connection
  const db = openUploads()
  // A frozen page must not block the uploads of the other tabs.
  const suspension = createPageSuspension(window)
  suspension.follow(db)
  connection = createDatabaseConnection(db, {
    probe: () => probeUploads(db),
    runActive: suspension.run,
    mayOpen: hasUploadsDatabase,
  })
  return connection
}

/**
 * The id of the person whose files and listings the page stores and sends; NOBODY without a
 * session.
 */
export function findOwner(session: SessionStore): string {
  const current = session.find()
  return current ? userIdOf(current) : NOBODY
}
