import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { applyErasuresCommand } from '#server/cli/apply-erasures-command.ts'
import { startServer } from '#server/main/start-server.ts'
import { readSettings } from '#server/platform/config/server-settings.ts'
import { openData } from '#server/platform/database/open-data.ts'
import { TEST_PAN_KEY } from '#tests/support/server/test-pans.ts'
import { makeFolderForTest } from '#tests/support/temporary-folder.ts'
import { runHere } from './command-run.ts'

const AT = '2026-01-05T08:00:00.000Z'

test('after a restore by other means, apply-erasures ends sessions and API keys, pauses webhooks and notes the restore, which the next start logs', async () => {
  const folder = makeFolderForTest()
  const env = { DATA_DIR: folder, PORT: '0', SEED: 'none', PAN_KEY: TEST_PAN_KEY }
  const settings = readSettings({ ...env, LOG_LEVEL: 'silent' })
  await (await startServer(settings, null)).close()
  const before = await openData(settings)
  const { id: owner } = await before.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const key = { id: 'a'.repeat(24), key_hash: 'a'.repeat(64), prefix: 'pmk_a', name: 'Site' }
  await before.db
    .insertInto('api_keys')
    .values({
      ...key,
      scopes: 'listings:import',
      owner_id: owner,
      created_by: owner,
      created_at: AT,
      expires_at: null,
      last_used_at: null,
    })
    .execute()
  await before.db
    .insertInto('webhooks')
    .values({
      id: 'b'.repeat(24),
      address: 'https://receiver.example/',
      events: 'listing.decided',
      secret_sealed: 'sealed',
      state: 'active',
      failures: 0,
      created_by: owner,
      created_at: AT,
    })
    .execute()
  await before.close()

  const list = join(folder, 'erased-accounts.txt')
  writeFileSync(list, '')
  const said = await runHere(applyErasuresCommand, [list, '--yes'], {
    ...env,
    LOG_LEVEL: 'silent',
  })
  expect(said).toContain('API keys ended: 1.')
  await (await startServer(settings, null)).close()
  const { db, close } = await openData(settings)
  expect(await db.selectFrom('api_keys').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('webhooks').select('state').execute()).toEqual([{ state: 'paused' }])
  // The start has written the list to the log.
  expect(await db.selectFrom('restores').selectAll().execute()).toMatchObject([
    { backup: null, is_logged: 1 },
  ])
  await close()
})
