import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { checkAuditChain } from '#server/platform/audit/audit-check-service.ts'
import { appendAuditEntry } from '#server/platform/audit/audit-service.ts'
import { hashAuditRow } from '#server/platform/database/audit-chain.ts'
import { openPostgres, SERVING } from '#server/platform/database/connection/open-postgres.ts'
import type { AuditRow } from '#server/platform/database/schema.ts'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeLoan, makeMarket } from '#tests/server/market-data.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'
import { isOnPostgres } from '#tests/support/server/test-database.ts'
import { fillAuditLog, letTamper, makeAuditEntry } from './audit-calls.ts'

const ACTOR = idOf(1)

const listings = [makeListing(2), makeListing(3)]
const server = serverForEachTest({
  seed: makeMarket({ listings, loans: [makeLoan(10)] }),
})

const setRow = (id: number, change: Partial<AuditRow>) =>
  server.db.updateTable('audit_log').set(change).where('id', '=', id).execute()

const fill = (count: number) => fillAuditLog(server.db, ACTOR, count)

/** Inserts rows with valid hashes, 400 in each statement, because `fill` is slow for thousands of rows. */
async function fillChained(count: number): Promise<void> {
  const rows: AuditRow[] = []
  for (let id = 1; id <= count; id += 1) {
    const row = { ...makeAuditEntry(id, ACTOR), id }
    rows.push({ ...row, hash: hashAuditRow(rows.at(-1)?.hash ?? null, row) })
  }
  while (rows.length > 0)
    await server.db.insertInto('audit_log').values(rows.splice(0, 400)).execute()
}

test('every audit entry is chained to the entry before it', async () => {
  const token = await server.signIn()
  const status = `/api/admin/properties/${idOf(2)}/status`
  const headers = { 'Idempotency-Key': 'key-0123456789abcdef' }
  await call(server, 'PATCH', status, { token, body: { status: 'approved' }, headers })
  await call(server, 'POST', `/api/admin/loan/${idOf(10)}/pan`, { token })
  await call(server, 'DELETE', `/api/admin/property/${idOf(3)}`, { token })

  const log = await server.listAudit()
  expect(log.map(({ id, action }) => [id, action])).toEqual([
    [1, 'status'],
    [2, 'pan-reveal'],
    [3, 'delete'],
  ])
  // Recomputes the chain as the comment of `hashAuditRow` defines it, without calling it.
  let before: string | null = null
  for (const row of log) {
    const { id, at, actor_id, device_label, action, entity, entity_id } = row
    const { from_value, to_value, idempotency_key } = row
    const said: unknown[] = [before, id, at, actor_id, device_label, action, entity, entity_id]
    const text: string = JSON.stringify([...said, from_value, to_value, idempotency_key])
    before = createHash('sha256').update(text).digest('hex')
    expect(row.hash).toBe(before)
  }
  expect(await checkAuditChain(server.db)).toEqual({ kind: 'whole', rows: 3, lastHash: before })
})

test('a rolled back audit entry leaves no gap in the chain', async () => {
  await fill(1)
  const isRefused = server.db.transaction().execute(async (trx) => {
    await appendAuditEntry(trx, makeAuditEntry(2, ACTOR))
    throw new Error('not after all')
  })
  await expect(isRefused).rejects.toThrow('not after all')
  await fill(1)
  expect((await server.listAudit()).map(({ id }) => id)).toEqual([1, 2])
  expect(await checkAuditChain(server.db)).toMatchObject({ kind: 'whole', rows: 2 })
})

test('concurrent writers produce one chain', async () => {
  const others = isOnPostgres() ? [1, 2].map(() => openPostgres(server.place, SERVING)) : []
  const writers = [server.db, ...others, server.db]
  await Promise.all(writers.map((db) => fillAuditLog(db, ACTOR, 12)))
  const rows = writers.length * 12
  expect(await checkAuditChain(server.db)).toMatchObject({ kind: 'whole', rows })
  await Promise.all(others.map((db) => db.destroy()))
})

test('the hash distinguishes null, empty text and the borders between fields', () => {
  const row = { ...makeAuditEntry(1, ACTOR), id: 1 }
  const values: Partial<AuditRow>[] = [
    { from_value: null },
    { from_value: '' },
    { from_value: 'null' },
    { from_value: 'a', to_value: 'b,c' },
    { from_value: 'a,b', to_value: 'c' },
    { from_value: 'a","b', to_value: 'c' },
    { from_value: 'approved', to_value: 'pending' },
    { idempotency_key: '' },
    {},
  ]
  const hashes = values.flatMap((value) => [
    hashAuditRow(null, { ...row, ...value }),
    hashAuditRow('null', { ...row, ...value }),
  ])
  expect(new Set(hashes).size).toBe(2 * values.length)
})

describe('the check names the first row whose hash does not match', () => {
  test('when any of its fields was changed', async () => {
    await fill(4)
    const [, , third] = await server.listAudit()
    if (!third) throw new Error('the log is empty')
    const forged: Partial<AuditRow>[] = [
      { at: '2025-01-01T00:00:00.000Z' },
      { actor_id: await server.findAccountId() },
      { device_label: 'Safari on iPhone' },
      { action: 'delete' },
      { entity: 'loan' },
      { entity_id: idOf(77) },
      { from_value: null },
      { to_value: 'rejected' },
      { idempotency_key: 'a-key-that-never-was' },
    ]
    await letTamper(server.db)
    for (const columns of forged) {
      await setRow(3, columns)
      const check = await checkAuditChain(server.db)
      expect({ columns, check }).toMatchObject({ check: { kind: 'broken', row: { id: 3 } } })
      await setRow(3, third)
      expect(await checkAuditChain(server.db)).toMatchObject({ kind: 'whole' })
    }
  })

  test('when a row was deleted', async () => {
    await fill(4)
    await letTamper(server.db)
    await server.db.deleteFrom('audit_log').where('id', '=', 2).execute()
    expect(await checkAuditChain(server.db)).toMatchObject({ kind: 'broken', row: { id: 3 } })
  })

  test('when a row was changed together with its hash: the check names the row after it', async () => {
    await fill(4)
    const [first, second] = await server.listAudit()
    if (!first || !second) throw new Error('the log is empty')
    const forged = { ...second, to_value: 'rejected' }
    await letTamper(server.db)
    await setRow(2, { ...forged, hash: hashAuditRow(first.hash, forged) })
    expect(await checkAuditChain(server.db)).toMatchObject({ kind: 'broken', row: { id: 3 } })
  })

  test('when that row is after the first thousand rows, which the check reads first', async () => {
    await fillChained(2_002)
    await letTamper(server.db)
    await setRow(1_001, { to_value: null })
    expect(await checkAuditChain(server.db)).toMatchObject({ kind: 'broken', row: { id: 1_001 } })
  })
})

describe('a hash of the log that was stored elsewhere', () => {
  test('is found if rows were only added', async () => {
    await fill(2)
    const [, noted] = await server.listAudit()
    await fill(2)
    expect(await checkAuditChain(server.db, noted?.hash)).toMatchObject({ kind: 'whole', rows: 4 })
  })

  test('is missing after the end of the log was cut off, although the rest of the chain is valid', async () => {
    await fill(4)
    const noted = (await server.listAudit()).at(-1)
    await letTamper(server.db)
    await server.db.deleteFrom('audit_log').where('id', '>', 2).execute()
    expect(await checkAuditChain(server.db)).toMatchObject({ kind: 'whole', rows: 2 })
    expect(await checkAuditChain(server.db, noted?.hash)).toEqual({ kind: 'rewritten', rows: 2 })
  })
})
