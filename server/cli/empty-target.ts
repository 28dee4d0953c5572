import { requireEmpty } from '#server/database/copy-data.ts'
import { findDataBeside } from '#server/database/open-data.ts'
import type { ServerSettings } from '#server/server-settings.ts'

/** For a dry run: makes no database. @throws SetupError when there is one with anything in it */
export async function requireEmptyTarget(settings: ServerSettings): Promise<void> {
  const present = await findDataBeside(settings)
  try {
    if (present) await requireEmpty(present.db)
  } finally {
    await present?.close()
  }
}
