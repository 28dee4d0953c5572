// @module-tag long
import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { preparePans } from '#server/loans/pan-sealing-service.ts'
import { openDatabase, openDataFolder } from '#server/platform/database/connection/open-database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { folderForEachTest } from '#tests/support/temporary-folder.ts'

const folder = folderForEachTest()

const LOANS = 1_200 // several pages, and more than one encryption batch
const panOf = (index: number) => `ABCPV${1000 + index}K`

/**
 * Makes a data folder with unencrypted PANs, as a start that was cut off before it encrypted them leaves it. The loans were rewritten once
 * and some were deleted, which leaves old text in free pages of the file.
 */
async function makeWithPlainPans(): Promise<void> {
  const db = openDatabase(folder.at('marketplace.db'))
  await migrate(db)
  await sql`insert into users (id, email, role, verified, created_at)
    values ('a', 'asha@example.in', 'user', 1, 'x')`.execute(db)
  await db.transaction().execute(async (trx) => {
    for (let index = 0; index < LOANS; index += 1)
      await sql`insert into loans (id, user_id, pan_number, created_at)
        values (${String(index).padStart(24, '0')}, 'a', ${panOf(index)}, 'x')`.execute(trx)
  })
  await sql`update loans set occupation_type = 'Salaried, and rather more text than before'`.execute(
    db,
  )
  await sql`delete from loans where id > ${String(LOANS - 100).padStart(24, '0')}`.execute(db)
  await db.destroy()
}

/** The number of PANs that are readable in the files of the folder. */
function countReadable(): number {
  const all = readdirSync(folder.path).map((name) => readFileSync(folder.at(name), 'latin1'))
  const pans = Array.from({ length: LOANS }, (_, index) => panOf(index))
  return pans.filter((pan) => all.some((text) => text.includes(pan))).length
}

test('a start leaves no readable PAN in any file of a data folder that had plain ones', async () => {
  await makeWithPlainPans()
  // Counts PANs of deleted loans too, which are in free pages.
  expect(countReadable()).toBeGreaterThan(LOANS - 100)
  const { db, close } = await openDataFolder(folder.path)
  await preparePans(db, { panKey: null, dataDir: folder.path })
  // Checks also before the database is closed, because the write-ahead log has the newest pages until then.
  expect(countReadable()).toBe(0)
  await close()
  expect(countReadable()).toBe(0)
})
