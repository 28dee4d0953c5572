import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OpenDatabase, openDataFolder } from '#server/database/connection/open-database.ts'
import {
  bumpRevision,
  findRevisionOfToken,
  getRevision,
  toRevisionToken,
} from '#server/database/revision.ts'

// Restoring a backup also resets the revision counter. Clients may still have revisions that were issued after the
// backup; they belong to writes that are lost.

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'restored-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const dataDir = () => join(folder, 'data')
const backup = () => join(folder, 'backup.db')

/** Opens the data folder as a server does, runs `work` and closes it. */
async function run<Result>(work: (db: OpenDatabase['db']) => Promise<Result>): Promise<Result> {
  const { db, close } = await openDataFolder(dataDir())
  const result = await work(db)
  await close()
  return result
}

async function write(db: OpenDatabase['db'], times: number): Promise<string[]> {
  const marks: string[] = []
  for (let done = 0; done < times; done += 1) {
    await db.transaction().execute(bumpRevision)
    marks.push(toRevisionToken(await getRevision(db), 'all'))
  }
  return marks
}

async function backUp(db: OpenDatabase['db']): Promise<void> {
  await sql`vacuum into ${backup()}`.execute(db)
}

function restore(): void {
  rmSync(dataDir(), { recursive: true })
  mkdirSync(dataDir())
  copyFileSync(backup(), join(dataDir(), 'marketplace.db'))
}

const find = (mark: string | undefined) =>
  run(async (db) => findRevisionOfToken(db, mark ?? '', await getRevision(db), 'all'))

test('after a restore, revisions from before the backup are valid, and those between backup and restore are not', async () => {
  const kept = await run((db) => write(db, 3))
  await run(backUp)
  const undone = await run((db) => write(db, 2))
  restore()
  expect(await find(undone[1])).toBeNull()
  const anew = await run((db) => write(db, 4))
  expect([await find(kept[0]), await find(kept[2]), await find(anew[3])]).toEqual([1, 3, 7])
  expect([await find(undone[0]), await find(undone[1])]).toEqual([null, null])
})
