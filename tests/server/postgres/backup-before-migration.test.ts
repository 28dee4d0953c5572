import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openData } from '#server/database/connection/open-data.ts'
import { leaveDatabase, listMigrations } from '#tests/server/releases/earlier-release.ts'
import { makeFolderForTest } from '#tests/support/temporary-folder.ts'

test('processes that start together on a database of an old version make one backup of it and migrate it once', async () => {
  const folder = makeFolderForTest()
  const settings = await leaveDatabase('001-first-tables', folder)
  const opened = await Promise.all([1, 2, 3].map(() => openData(settings)))
  const names = readdirSync(join(folder, 'backups'))
  expect(names.filter((name) => name.endsWith('.backup'))).toHaveLength(1)
  expect((await listMigrations(settings)).length).toBeGreaterThan(1)
  for (const { close } of opened) await close()
})
