import type { ServerSettings } from '#server/platform/config/server-settings.ts'
import { requireEmpty } from '#server/platform/database/backup/copy-data.ts'
import { findDataUnlocked } from '#server/platform/database/open-data.ts'

/**
 * Checks the target of a dry run without creating a database.
 * @throws SetupError when the database exists and is not empty
 */
export async function requireEmptyTarget(settings: ServerSettings): Promise<void> {
  const present = await findDataUnlocked(settings)
  try {
    if (present) await requireEmpty(present.db)
  } finally {
    await present?.close()
  }
}
