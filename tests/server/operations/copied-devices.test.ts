// @module-tag long
import { expect, test } from 'vitest'
import { copyData } from '#server/platform/database/backup/copy-data.ts'
import { openDatabase } from '#server/platform/database/connection/open-database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openDatabaseForTest } from '#tests/support/server/server-for-test.ts'

test('copyData copies all devices of two accounts, even if a chunk ends between two rows with the same token', async () => {
  const file = openDatabase(':memory:')
  await migrate(file)
  const [email, at] = ['asha@example.in', '2025-09-17T06:30:00.000Z']
  // Both accounts have the tokens 1 to 300, and only the first account has token 0. So a chunk of the copy ends between
  // the two rows of a token.
  for (const [role, first] of [
    ['user', 0],
    ['admin', 1],
  ] as const) {
    const account = { id: `the ${role}`, role, email, verified: 1, has_short_password: 0 }
    await file
      .insertInto('users')
      .values({ ...account, created_at: at })
      .execute()
    const devices = Array.from({ length: 301 - first }, (_, index) => ({
      token_hash: String(first + index).padStart(64, '0'),
      user_id: account.id,
      expires_at: at,
    }))
    await file.insertInto('known_devices').values(devices).execute()
  }
  const target = await openDatabaseForTest()
  await copyData(file, target.db)
  const users = await target.db.selectFrom('users').select('id').execute()
  const devices = await target.db.selectFrom('known_devices').select('user_id').execute()
  expect([users.length, devices.length]).toEqual([2, 601])
  await file.destroy()
})
