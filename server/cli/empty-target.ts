import type { ServerSettings } from '#server/config/server-settings.ts'
import { requireEmpty } from '#server/database/backup/copy-data.ts'
import { findDataBeside } from '#server/database/connection/open-data.ts'

/** For a dry run: creates no database. @throws SetupError when there is one that is not empty */
export async function requireEmptyTarget(settings: ServerSettings): Promise<void> {
  const present = await findDataBeside(settings)
  try {
    if (present) await requireEmpty(present.db)
  } finally {
    await present?.close()
  }
}
