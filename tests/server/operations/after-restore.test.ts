import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { restoreBackup } from '#server/operations/restore-service.ts'
import { backUp } from '#server/platform/database/backup/backup.ts'
import { makeWrite } from '#server/platform/database/write.ts'
import { logRestore } from '#server/restores/restore-log-service.ts'
import { noteRestore } from '#server/restores/restore-note-service.ts'
import { addPasskey, enterWith } from '#tests/server/accounts/passkeys/passkey-calls.ts'
import { makeAuthenticator } from '#tests/server/accounts/passkeys/software-authenticator.ts'
import { call } from '#tests/server/api-call.ts'
import { makeMarket } from '#tests/server/market-data.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import {
  openDatabaseForTest,
  serverForEachTest,
  startServerForTest,
} from '#tests/support/server/server-for-test.ts'
import { TEST_PAN_KEY } from '#tests/support/server/test-pans.ts'
import { makeFolderForTest } from '#tests/support/temporary-folder.ts'

const before = serverForEachTest({ seed: makeMarket(), mail: 'inbox' })
const ravisDevice = makeAuthenticator()
const membersDevice = makeAuthenticator()
let restored: TestServer
let token: string

/** Restores a backup of a server whose owner, reviewer and one member have a passkey each. */
beforeEach(async () => {
  await addPasskey(before, await before.signIn(), makeAuthenticator())
  before.clock.advance(1_000) // keeps the owner and the owner's passkey first
  await addPasskey(before, await before.signInAs('reviewer'), ravisDevice)
  const member = await before.db
    .selectFrom('users')
    .select(['email', 'id'])
    .where('role', '=', 'user')
    .where('verified', '=', 1)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await addPasskey(before, await before.signIn({ email: member.email }), membersDevice)
  const folder = makeFolderForTest()
  const file = join(folder, 'one.backup')
  await backUp(before.db, file)
  const { db } = await openDatabaseForTest()
  const panKey = Buffer.from(TEST_PAN_KEY, 'hex')
  await restoreBackup(file, { db, panKey, dataDir: folder }, before.clock.now())
  const database = { db, place: folder, close: async () => {} }
  restored = await startServerForTest({
    database,
    seed: 'none',
    mail: 'inbox',
    now: before.clock.now(),
  })
  restored.clock.advance(1_000)
  token = await restored.signIn()
})

const ask = (method: string, path = '', by = token) =>
  call(restored, method, `/api/admin/restore${path}`, { token: by })

async function findPasskeys() {
  const { json } = await ask('GET')
  // The cast is safe: the call answers with a list of passkeys.
  const passkeys = json['data']?.['passkeys'] as unknown as { _id: string; email: string }[]
  return { passkeys, memberPasskeys: json['data']?.['memberPasskeys'] }
}

test('after a restore an owner sees its time and backup, the passkeys of the team and the number of those of members', async () => {
  expect((await ask('GET')).json['data']).toEqual({
    restoredAt: before.clock.now().toISOString(),
    backup: 'one.backup',
    passkeys: [
      expect.objectContaining({ email: restored.operator.email, name: 'Phone', lastUsedAt: null }),
      expect.objectContaining({ email: 'reviewer@team.example', name: 'Phone', lastUsedAt: null }),
    ],
    memberPasskeys: 1,
  })
})

test('a passkey that was added after the restore is not in the list', async () => {
  await addPasskey(restored, token, makeAuthenticator())
  expect((await findPasskeys()).passkeys).toHaveLength(2)
})

test('one call removes a restored passkey of a colleague, ends their sessions, mails them and is in the audit log', async () => {
  const { json } = await enterWith(restored, ravisDevice)
  const opened = String(json['token'] ?? json['data']?.['token'])
  const me = () => call(restored, 'GET', '/api/admin/me', { token: opened })
  expect((await me()).status).toBe(200)
  const { passkeys } = await findPasskeys()
  const ravis = passkeys.find(({ email }) => email === 'reviewer@team.example')
  expect((await ask('DELETE', `/passkeys/${ravis?._id}`)).status).toBe(200)
  expect((await me()).status).toBe(401)
  expect((await enterWith(restored, ravisDevice)).status).toBe(400)
  expect((await findPasskeys()).passkeys).toHaveLength(1)
  expect((await ask('DELETE', `/passkeys/${ravis?._id}`)).status).toBe(404)
  const entries = await restored.listAudit('second-factor')
  expect(entries.at(-1)).toMatchObject({ to_value: 'passkey removed' })
  const mails = (await restored.listMails()).filter(({ to }) =>
    to.includes('reviewer@team.example'),
  )
  expect(mails.at(-1)?.text).toMatch(/passkey was removed/)
})

test('one call removes the restored passkeys of all members, ends their sessions and mails them, but removes no passkey that was added since', async () => {
  const member = await enterWith(restored, membersDevice)
  const opened = String(member.json['token'] ?? member.json['data']?.['token'])
  const newDevice = makeAuthenticator()
  await addPasskey(restored, opened, newDevice)
  expect((await ask('DELETE', '/member-passkeys')).status).toBe(200)
  const { email } = await before.db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select('users.email')
    .where('users.role', '=', 'user')
    .executeTakeFirstOrThrow()
  const removals = (await restored.listMails()).filter(({ text }) =>
    text.includes('A passkey was removed for your account'),
  )
  expect(removals.map(({ to }) => to)).toEqual([[email]])
  expect((await enterWith(restored, membersDevice)).status).toBe(400)
  expect((await call(restored, 'GET', '/api/auth/account', { token: opened })).status).toBe(401)
  expect((await enterWith(restored, newDevice)).status).toBe(200)
  expect(await findPasskeys()).toMatchObject({ memberPasskeys: 0, passkeys: { length: 2 } })
})

test('an owner puts the list away; then there is none, and the audit log names who did', async () => {
  expect((await ask('DELETE')).status).toBe(200)
  expect((await ask('GET')).json).toEqual({ success: true, data: null })
  expect(await restored.listAudit('restore')).toMatchObject([{ to_value: 'access checked' }])
  const gone = [ask('DELETE'), ask('DELETE', '/member-passkeys'), ask('DELETE', '/passkeys/1')]
  expect((await Promise.all(gone)).map(({ status }) => status)).toEqual([404, 404, 404])
})

test('the log has the list once, without names and addresses, and again after another restore', async () => {
  const { db, log, logged } = restored
  const deps = { db, write: makeWrite(db), log }
  const lines = () => logged.filter((line) => line.includes('a backup was restored'))
  await logRestore(deps)
  await logRestore(deps)
  expect(lines()).toHaveLength(1)
  const line: unknown = JSON.parse(lines()[0] ?? '')
  expect(line).toMatchObject({
    restoredAt: before.clock.now().toISOString(),
    team: [{ role: 'owner' }, { role: 'reviewer' }],
    passkeys: [{ lastUsedAt: null }, { lastUsedAt: null }],
    memberPasskeys: 1,
    pausedWebhooks: [],
  })
  expect(lines()[0]).not.toMatch(/@|Phone/)
  await db.transaction().execute((trx) => noteRestore(trx, null, restored.clock.now()))
  await logRestore(deps)
  expect(lines()).toHaveLength(2)
})

test("an owner's own last passkey stays if the role needs a second factor, and a colleague's goes", async () => {
  const rule = { role: 'owner', isRequired: true }
  await call(restored, 'PATCH', '/api/admin/factor-rules', { token, body: rule })
  const { passkeys } = await findPasskeys()
  const answers: unknown[] = []
  for (const { _id } of passkeys) answers.push((await ask('DELETE', `/passkeys/${_id}`)).status)
  expect(answers).toEqual([409, 200])
  expect((await findPasskeys()).passkeys).toMatchObject([{ email: restored.operator.email }])
})
