import type { ServerSettings } from '#server/config/server-settings.ts'
import { requireEmpty } from '#server/database/backup/copy-data.ts'
import { findDataBeside } from '#server/database/connection/open-data.ts'

/**
 * Checks the target of a dry run without creating a database.
 * @throws SetupError when the database exists and is not empty
 */
export async function requireEmptyTarget(settings: ServerSettings): Promise<void> {
  const present = await findDataBeside(settings)
  try {
    if (present) await requireEmpty(present.db)
  } finally {
    await present?.close()
  }
}
