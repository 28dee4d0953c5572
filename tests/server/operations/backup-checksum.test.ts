import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { writeRetainedBackup } from '#server/operations/backup-retention.ts'
import { restoreBackup } from '#server/operations/restore-service.ts'
import { parsePanKey } from '#server/platform/config/pan-key.ts'
import { backUp } from '#server/platform/database/backup/backup.ts'
import { makeListing, makeMarket } from '#tests/server/market-data.ts'
import { openDatabaseForTest, startServerForTest } from '#tests/support/server/server-for-test.ts'
import { TEST_PAN_KEY } from '#tests/support/server/test-pans.ts'
import { folderForEachTest } from '#tests/support/temporary-folder.ts'

const folder = folderForEachTest()
const CITY = 'Kolhapur'

async function makeBackup(): Promise<string> {
  const seed = makeMarket({ listings: [makeListing(1, { city: CITY })] })
  const server = await startServerForTest({ seed })
  const file = folder.at('one.backup')
  await backUp(server.db, file)
  return file
}

const restore = async (file: string) => {
  const { db } = await openDatabaseForTest()
  const dataDir = folder.at('data')
  return { db, restored: restoreBackup(file, { db, dataDir, panKey: parsePanKey(TEST_PAN_KEY) }) }
}

/** Changes one letter of a text, which SQLite cannot notice. */
function flipByte(file: string): void {
  const bytes = readFileSync(file)
  bytes.write('X', bytes.indexOf(CITY))
  writeFileSync(file, bytes)
}

test('a backup with one changed byte is refused, and nothing is restored', async () => {
  const file = await makeBackup()
  flipByte(file)
  const { db, restored } = await restore(file)
  await expect(restored).rejects.toThrow(
    `${file} is damaged: it differs from its checksum in ${file}.sha256. Nothing was restored; use another backup.`,
  )
  expect(await db.selectFrom('users').select('id').execute()).toEqual([])
})

test('a whole backup is restored, with a note if it has no checksum', async () => {
  const file = await makeBackup()
  expect((await (await restore(file)).restored).hasChecksum).toBe(true)
  rmSync(`${file}.sha256`)
  flipByte(file)
  expect((await (await restore(file)).restored).hasChecksum).toBe(false)
})

test('old backups are deleted with their checksums, and checksums without a backup too', async () => {
  const { db } = await openDatabaseForTest()
  const place = { backupDir: folder.path, backupKeep: 1 }
  const first = await writeRetainedBackup(db, place, { now: new Date('2025-09-17T00:00:00Z') })
  expect(existsSync(`${first}.sha256`)).toBe(true)
  writeFileSync(folder.at('marketplace-2025-09-01T00-00-00.000Z.backup.sha256'), '')
  await writeRetainedBackup(db, place, { now: new Date('2025-09-18T00:00:00Z') })
  expect(readdirSync(folder.path).sort()).toEqual([
    'marketplace-2025-09-18T00-00-00.000Z.backup',
    'marketplace-2025-09-18T00-00-00.000Z.backup.sha256',
  ])
})
