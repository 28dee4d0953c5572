import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#server/database/connection/open-database.ts'
import { migrate } from '#server/database/migrate.ts'
import type { Tables } from '#server/database/schema.ts'
import { seed } from '#server/demo-seeding.ts'
import { idOf, makeMarket } from '#tests/server/market-data.ts'
import { manage } from '#tests/server/server-process.ts'
import { isOnPostgres, openTestDatabase } from '#tests/support/test-database.ts'
import { testPans } from '#tests/support/test-pans.ts'
import { appendAuditEntries, letTamper, makeAuditEntry } from './audit-calls.ts'

const PROCESS_MS = 60_000 // starting Node with a compiler beside other tests

let folder: string
let db: Kysely<Tables>
let settings: Record<string, string>
let close: () => Promise<void>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'check-audit-'))
  if (isOnPostgres()) {
    const database = await openTestDatabase()
    db = database.db
    close = database.close
    settings = {
      DATA_DIR: folder,
      DATABASE_URL: database.place,
      APP_SECRET: 'a secret that only tests know, 1234',
    }
  } else {
    db = openDatabase(join(folder, 'marketplace.db'))
    close = () => db.destroy()
    await migrate(db)
    settings = { DATA_DIR: folder }
  }
  await seed(db, makeMarket(), testPans)
})
afterEach(async () => {
  await close()
  rmSync(folder, { recursive: true, force: true })
})

const check = (...args: string[]) => manage(['audit', ...args], settings)

test('the command reports in one sentence whether the log is whole, and exits with 1 if not', {
  timeout: PROCESS_MS,
}, async () => {
  await appendAuditEntries(
    db,
    [1, 2, 3].map((number) => makeAuditEntry(number, idOf(1))),
  )
  const last = await db
    .selectFrom('audit_log')
    .select('hash')
    .where('id', '=', 3)
    .executeTakeFirstOrThrow()
  expect(await check()).toEqual({
    code: 0,
    stdout: `The audit log is whole: 3 rows, the last hash is ${last.hash}.\n`,
    stderr: '',
  })

  await letTamper(db)
  await db.updateTable('audit_log').set({ to_value: 'rejected' }).where('id', '=', 2).execute()
  expect(await check(last.hash)).toEqual({
    code: 1,
    stdout: '',
    stderr:
      `The audit log is not whole: row 2 (status, listing ${idOf(2)}, 2025-09-01T00:02:00.000Z) does not fit. ` +
      'It was changed, or a row before it was changed or taken out.\n',
  })

  await db.deleteFrom('audit_log').where('id', '>', 1).execute()
  expect(await check(last.hash)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'The audit log was cut off or written anew: 1 row, and none has the noted hash.\n',
  })
})
