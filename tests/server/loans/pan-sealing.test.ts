import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { preparePans } from '#server/loans/pan-sealing-service.ts'
import { restoreBackup } from '#server/operations/restore-service.ts'
import { backUp } from '#server/platform/database/backup/backup.ts'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeLoan, makeMarket } from '#tests/server/market-data.ts'
import { readAllText } from '#tests/server/whole-database.ts'
import { makeFolderForTest } from '#tests/support/server/folder-for-test.ts'
import { openDatabaseForTest, serverForEachTest } from '#tests/support/server/server-for-test.ts'
import { TEST_PAN_KEY } from '#tests/support/server/test-pans.ts'

const PAN = 'ABCPV1234K'
const KEY = Buffer.from(TEST_PAN_KEY, 'hex')

const server = serverForEachTest({
  seed: makeMarket({ loans: [makeLoan(10), makeLoan(11, { panNumber: null }), makeLoan(12)] }),
})
let dataDir: string

beforeEach(() => {
  dataDir = makeFolderForTest()
})

/** Replaces encrypted PANs by plain text, which older versions of the server stored. */
async function unseal(ids: readonly number[] = [10, 12]): Promise<void> {
  const loans = server.db.updateTable('loans').set({ pan_sealed: null, pan_number: PAN })
  await loans.where('id', 'in', ids.map(idOf)).execute()
}

function readLoans() {
  return server.db.selectFrom('loans').selectAll().orderBy('id').execute()
}

async function readList(): Promise<unknown[]> {
  const { json } = await call(server, 'GET', '/api/admin/loan', { token: await server.signIn() })
  const rows = Object.values(json['data'] ?? {}).map(({ _id, panNumber }) => [_id, panNumber])
  return rows.sort().map(([, panNumber]) => panNumber)
}

test('the database has no readable PAN, and the list shows it masked', async () => {
  expect(await readAllText(server)).not.toContain(PAN)
  expect(await readList()).toEqual(['ABCPVXXXXK', null, 'ABCPVXXXXK'])
})

describe('a start of the server', () => {
  test('encrypts the PANs that an earlier version stored as plain text; the list of loans shows the same as before', async () => {
    await unseal([10])
    expect(await readAllText(server)).toContain(PAN)
    const [, , sealed] = await readLoans()
    await preparePans(server.db, { panKey: KEY, dataDir })
    expect(await readAllText(server)).not.toContain(PAN)
    expect((await readLoans()).map((loan) => loan.pan_number)).toEqual([null, null, null])
    expect((await readLoans())[2]).toEqual(sealed)
    expect(await readList()).toEqual(['ABCPVXXXXK', null, 'ABCPVXXXXK'])
    const token = await server.signIn()
    const revealed = await call(server, 'POST', `/api/admin/loan/${idOf(10)}/pan`, { token })
    expect(revealed.json).toMatchObject({ data: { panNumber: PAN } })
  })

  test('completes an interrupted wipe of plain PANs', async () => {
    await unseal()
    await preparePans(server.db, { panKey: KEY, dataDir })
    await server.db.updateTable('loans').set({ pan_number: '' }).execute()
    const before = await readLoans()
    await preparePans(server.db, { panKey: KEY, dataDir })
    expect(await readLoans()).toEqual(before.map((loan) => ({ ...loan, pan_number: null })))
  })

  test('fails with a message if the key is wrong, and changes nothing', async () => {
    await unseal([10])
    const before = await readLoans()
    const other = { panKey: randomBytes(32), dataDir }
    await expect(preparePans(server.db, other)).rejects.toThrow(
      /^The PAN numbers in the database were encrypted with another key: its fingerprint is [0-9a-f]{8}, .* Set PAN_KEY/,
    )
    expect(await readLoans()).toEqual(before)
  })

  test('fails with a message if PANs are encrypted and the key is missing, and creates no key', async () => {
    await expect(preparePans(server.db, { panKey: null, dataDir })).rejects.toThrow(
      /^The PAN numbers in the database need the key they were encrypted with/,
    )
    expect(existsSync(join(dataDir, 'pan-key'))).toBe(false)
  })

  test('creates a key in the data folder if no PAN is encrypted, and reuses it', async () => {
    await unseal()
    const made = await preparePans(server.db, { panKey: null, dataDir })
    const again = await preparePans(server.db, { panKey: null, dataDir })
    expect(again.prefix).toBe(made.prefix)
    expect(again.open(idOf(12), (await readLoans())[2]?.pan_sealed ?? '')).toBe(PAN)
  })
})

test('an encrypted PAN that was copied to another loan is never shown, and the log names that loan', async () => {
  const [first] = await readLoans()
  const copied = server.db.updateTable('loans').set({ pan_sealed: first?.pan_sealed ?? null })
  await copied.where('id', '=', idOf(12)).execute()
  expect(await readList()).toEqual(['ABCPVXXXXK', null, 'XXXXXXXXXX'])
  expect(server.logged.join()).toContain(`"loanId":"${idOf(12)}"`)
  const token = await server.signIn()
  const refused = await call(server, 'POST', `/api/admin/loan/${idOf(12)}/pan`, { token })
  expect(refused).toMatchObject({ status: 500, json: { code: 'pan-unreadable' } })
})

test('a backup contains no readable PAN, and can be restored only with the key that encrypted its PANs', async () => {
  const file = join(dataDir, 'night.backup')
  await backUp(server.db, file)
  const target = await openDatabaseForTest()
  const restoreWith = (panKey: Buffer | null) =>
    restoreBackup(file, { db: target.db, panKey, dataDir })
  await expect(restoreWith(null)).rejects.toThrow('need the key')
  await expect(restoreWith(randomBytes(32))).rejects.toThrow('another key')
  expect(await target.db.selectFrom('users').select('id').execute()).toEqual([])
  await restoreWith(KEY)
  expect(await readAllText(target)).not.toContain(PAN)
  const rows = await target.db.selectFrom('loans').selectAll().orderBy('id').execute()
  expect(rows).toEqual(await readLoans())
})

test('a restore encrypts the PANs of a backup that contains them as plain text', async () => {
  await unseal()
  const file = join(dataDir, 'old.backup')
  await backUp(server.db, file)
  const target = await openDatabaseForTest()
  await restoreBackup(file, { db: target.db, panKey: KEY, dataDir })
  expect(await readAllText(target)).not.toContain(PAN)
  const rows = await target.db.selectFrom('loans').select('pan_sealed').execute()
  expect(rows.filter((row) => row.pan_sealed !== null)).toHaveLength(2)
})
