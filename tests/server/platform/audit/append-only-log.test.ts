import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { checkAuditChain } from '#server/platform/audit/audit-check-service.ts'
import { idOf } from '#tests/server/market-data.ts'
import { databaseForEachTest } from '#tests/support/server/server-for-test.ts'
import { isOnPostgres } from '#tests/support/server/test-database.ts'
import { appendAuditEntries, makeAuditEntry } from './audit-calls.ts'

const database = databaseForEachTest()

test('the chain of an empty log starts with the first audit entry, and the log is append-only', async () => {
  const { db } = database
  const member = { id: idOf(1), email: 'operator@example.in', created_at: '2025-01-01' }
  const account = { ...member, role: 'admin' as const, verified: 1, has_short_password: 0 }
  await db.insertInto('users').values(account).execute()
  expect(await checkAuditChain(db)).toEqual({ kind: 'whole', rows: 0, lastHash: null })
  await appendAuditEntries(db, [makeAuditEntry(1, idOf(1)), makeAuditEntry(2, idOf(1))])
  expect(await checkAuditChain(db)).toMatchObject({ kind: 'whole', rows: 2 })
  const statements = [sql`update audit_log set to_value = 'rejected'`, sql`delete from audit_log`]
  if (isOnPostgres()) statements.push(sql`truncate audit_log`)
  for (const statement of statements)
    await expect(statement.execute(db)).rejects.toThrow('append only')
  const forged = { ...makeAuditEntry(3, idOf(1)), id: 100, hash: 'none' }
  await expect(db.insertInto('audit_log').values(forged).execute()).rejects.toThrow(/check/i)
  expect(await checkAuditChain(db)).toMatchObject({ kind: 'whole', rows: 2 })
})
