import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BASELINE } from '#server/platform/database/migrations/baseline/earlier-migrations.ts'
import { openData } from '#server/platform/database/open-data.ts'
import {
  leaveDatabase,
  readDatabase,
} from '#tests/server/platform/database/migrations/earlier-database.ts'
import { makeFolderForTest } from '#tests/support/temporary-folder.ts'

test('processes that start together on a database of an old version make one backup of it and migrate it once', async () => {
  const folder = makeFolderForTest()
  const settings = await leaveDatabase(folder)
  const opened = await Promise.all([1, 2, 3].map(() => openData(settings)))
  const names = readdirSync(join(folder, 'backups'))
  expect(names.filter((name) => name.endsWith('.backup'))).toHaveLength(1)
  expect((await readDatabase(settings)).migrations[0]).toBe(BASELINE)
  for (const { close } of opened) await close()
})
