import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  type OpenDatabase,
  openDataFolder,
} from '#server/platform/database/connection/open-database.ts'
import {
  bumpRevision,
  findRevisionOfToken,
  getRevision,
  toRevisionToken,
} from '#server/platform/database/revision.ts'
import { folderForEachTest } from '#tests/support/temporary-folder.ts'

// Restoring a backup also resets the revision counter. Clients may still have revisions that were issued after the
// backup; they belong to writes that are lost.

const folder = folderForEachTest()

/** Opens the data folder as a server does, runs `work` and closes it. */
async function run<Result>(work: (db: OpenDatabase['db']) => Promise<Result>): Promise<Result> {
  const { db, close } = await openDataFolder(folder.at('data'))
  return work(db).finally(close)
}

async function write(db: OpenDatabase['db'], times: number): Promise<string[]> {
  const marks: string[] = []
  for (let done = 0; done < times; done += 1) {
    await db.transaction().execute(bumpRevision)
    marks.push(toRevisionToken(await getRevision(db), 'all'))
  }
  return marks
}

function restore(): void {
  rmSync(folder.at('data'), { recursive: true })
  mkdirSync(folder.at('data'))
  copyFileSync(folder.at('backup.db'), folder.at('data', 'marketplace.db'))
}

const find = (mark: string | undefined) =>
  run(async (db) => findRevisionOfToken(db, mark ?? '', await getRevision(db), 'all'))

test('after a restore, revisions from before the backup are valid, and those between backup and restore are not', async () => {
  const kept = await run((db) => write(db, 3))
  await run((db) => sql`vacuum into ${folder.at('backup.db')}`.execute(db))
  const undone = await run((db) => write(db, 2))
  restore()
  expect(await find(undone[1])).toBeNull()
  const anew = await run((db) => write(db, 4))
  expect([await find(kept[0]), await find(kept[2]), await find(anew[3])]).toEqual([1, 3, 7])
  expect([await find(undone[0]), await find(undone[1])]).toEqual([null, null])
})
