import { join } from 'node:path'
import { expect, test } from 'vitest'
import { restoreBackup } from '#server/operations/restore-service.ts'
import { checkAuditChain } from '#server/platform/audit/audit-check-service.ts'
import { backUp } from '#server/platform/database/backup/backup.ts'
import { addPasskey } from '#tests/server/accounts/passkeys/passkey-calls.ts'
import { makeAuthenticator } from '#tests/server/accounts/passkeys/software-authenticator.ts'
import { call } from '#tests/server/api-call.ts'
import { makeMarket } from '#tests/server/market-data.ts'
import { openDatabaseForTest, startServerForTest } from '#tests/support/server/server-for-test.ts'
import { TEST_PAN_KEY } from '#tests/support/server/test-pans.ts'
import { makeFolderForTest } from '#tests/support/temporary-folder.ts'

test('a restore ends API keys, pauses webhooks, and lists who and what may have been revoked after the backup', async () => {
  const server = await startServerForTest({ seed: makeMarket() })
  const token = await server.signIn()
  await addPasskey(server, token, makeAuthenticator())
  const business = { fullName: 'Flats Ltd', email: 'flats@example.in', phoneNumber: '9876543210' }
  const key = await call(server, 'POST', '/api/admin/api-keys', {
    token,
    body: { name: 'Site', business, expiresInDays: null },
  })
  const hook = await call(server, 'POST', '/api/admin/webhooks', {
    token,
    body: { address: 'https://receiver.example.com/hook', events: ['listing.decided'] },
  })
  expect([key.status, hook.status]).toEqual([200, 200])
  server.clock.advance(1_000) // keeps the operator the oldest account of the team
  await server.signInAs('viewer')
  const reviewer = await server.signInAs('reviewer')
  await server.db
    .updateTable('staff')
    .set({ suspended_at: server.clock.now().toISOString() })
    .where('role', '=', 'viewer')
    .execute()
  const folder = makeFolderForTest()
  const file = join(folder, 'one.backup')
  await backUp(server.db, file)

  const { db } = await openDatabaseForTest()
  const panKey = Buffer.from(TEST_PAN_KEY, 'hex')
  const { access } = await restoreBackup(file, { db, panKey, dataDir: folder })
  expect(access).toMatchObject({
    keys: 1,
    webhooks: 1,
    team: [
      { email: server.operator.email, role: 'owner' },
      { email: 'reviewer@team.example', role: 'reviewer' },
    ],
    passkeys: [{ email: server.operator.email, name: 'Phone' }],
  })
  expect(await db.selectFrom('api_keys').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('webhooks').select('state').execute()).toEqual([{ state: 'paused' }])
  const entries = db
    .selectFrom('audit_log')
    .select('to_value')
    .where('device_label', '=', 'Restore')
  expect((await entries.orderBy('id').execute()).map((row) => row.to_value)).toEqual([
    'paused receiver.example.com',
    expect.stringMatching(/^revoked pmk_/),
  ])
  expect((await checkAuditChain(db)).kind).toBe('whole')

  const restored = await startServerForTest({
    database: { db, place: folder, close: async () => {} },
    seed: 'none',
  })
  const site = { headers: { Authorization: `Bearer ${key.json['data']?.['key']}` } }
  const imported = await call(restored, 'POST', '/api/import/listings', site)
  expect(imported.status).toBe(401)
  expect((await call(restored, 'GET', '/api/admin/me', { token: reviewer })).status).toBe(401)
})
