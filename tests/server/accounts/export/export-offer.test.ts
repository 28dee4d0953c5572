import { expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeMarket } from '#tests/server/market-data.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { startServerForTest } from '#tests/support/server/server-for-test.ts'

const MEMBER = 'asha.rao@example.in'
const HOUR_MS = 3_600_000

let server: TestServer

async function start(mail: 'inbox' | 'none'): Promise<string> {
  server = await startServerForTest({ seed: makeMarket(), mail })
  return server.signInAs('support')
}

const offer = (token: string, id = idOf(1)) =>
  call(server, 'POST', `/api/admin/users/${id}/export-offer`, { token })

const listEntries = () =>
  server.db.selectFrom('audit_log').selectAll().where('action', '=', 'export-offer').execute()

test('an export offer mails the member a link to download the data, and the audit log has the sender of the offer', async () => {
  const token = await start('inbox')
  const { status, json, text } = await offer(token)
  expect([status, json]).toEqual([200, { success: true, data: { isMailed: true } }])
  expect(text).not.toContain('Asha')
  const [mail, ...more] = server.getInbox().mails
  expect(more).toEqual([])
  expect(mail?.to).toEqual([MEMBER])
  expect(mail?.text).toContain(`${server.publicUrl}/account/events?section=account`)
  const staff = server.db.selectFrom('users').select('id').where('email', 'like', 'support@%')
  const { id } = await staff.executeTakeFirstOrThrow()
  expect(await listEntries()).toMatchObject([
    { actor_id: id, entity: 'account', entity_id: idOf(1), from_value: null, to_value: null },
  ])
})

test('an export offer reports that the mail server is down and adds no audit entry; a later offer works', async () => {
  const token = await start('inbox')
  await server.getInbox().stop()
  expect((await offer(token)).json).toEqual({ success: true, data: { isMailed: false } })
  expect(await listEntries()).toEqual([])
  await server.getInbox().start()
  expect((await offer(token)).json).toEqual({ success: true, data: { isMailed: true } })
  expect(await listEntries()).toHaveLength(1)
})

test('an export offer is refused if no mail server is configured; it adds no audit entry, and counts for the sender but not for the user', async () => {
  const token = await start('none')
  const { status, json } = await offer(token)
  expect([status, json['code']]).toEqual([409, 'no-mail'])
  expect(await listEntries()).toEqual([])
  const counted = server.db.selectFrom('attempts').select('kind')
  expect(await counted.execute()).toEqual([{ kind: 'export-offer' }])
})

test('an export offer is refused for staff, for unknown members, and after five offers in an hour', async () => {
  const token = await start('inbox')
  const owner = server.db.selectFrom('users').select('id').where('role', '=', 'admin')
  const { id } = await owner.executeTakeFirstOrThrow()
  for (const other of [id, idOf(99), 'nobody']) expect((await offer(token, other)).status).toBe(404)
  for (const status of [200, 200, 200, 200, 200, 429])
    expect((await offer(token)).status).toBe(status)
  server.clock.advance(HOUR_MS)
  expect((await offer(token)).json).toMatchObject({ code: 'confirm-identity' })
  expect((await offer(await server.signIn())).status).toBe(200)
})
