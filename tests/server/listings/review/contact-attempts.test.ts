import { expect, test } from 'vitest'
import { formatDateTime } from '#src/domain/dates.ts'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'

const server = serverForEachTest({ seed: makeMarket({ listings: [makeListing(11)] }) })
const PATH = `/api/admin/properties/${idOf(11)}`
const HOUR_MS = 3_600_000
const LATE_MS = 5 * 60_000
const note = (token: string, by: string, path = PATH) =>
  call(server, 'POST', `${path}/contact-attempts`, { token, body: { by } })

test('an attempt to contact the owner is in the history of the listing, with who and how', async () => {
  const ravi = await server.signInAs('reviewer')
  expect((await note(ravi, 'call')).status).toBe(200)
  server.clock.advance(1_000)
  expect((await note(ravi, 'whatsapp')).status).toBe(200)
  const { json } = await call(server, 'GET', `${PATH}/history`, { token: ravi })
  const entries = json['data'] as unknown as object[]
  expect(entries.slice(0, 2)).toMatchObject([
    { action: 'Owner contacted', detail: 'On WhatsApp', by: 'Reviewer Person' },
    { action: 'Owner contacted', detail: 'By phone', by: 'Reviewer Person' },
  ])
})

test('an attempt that was noted without a network is there once, with the time that the device says', async () => {
  const ravi = await server.signInAs('reviewer')
  const send = (path: string, at: string) =>
    call(server, 'POST', `${path}/contact-attempts`, {
      token: ravi,
      body: { by: 'call', at },
      headers: { 'Idempotency-Key': `attempt-${at}` },
    })
  const now = server.clock.now().getTime()
  const ago = (ms: number) => new Date(now - ms).toISOString()
  for (const at of [ago(3 * HOUR_MS), ago(3 * HOUR_MS), ago(LATE_MS + 1), ago(LATE_MS)])
    expect((await send(PATH, at)).status).toBe(200)
  const { json } = await call(server, 'GET', `${PATH}/history`, { token: ravi })
  const entries = json['data'] as unknown as { action: string; detail: string }[]
  const attempts = entries.filter(({ action }) => action === 'Owner contacted')
  const late = (ms: number) => `By phone, ${formatDateTime(now - ms)} by the clock of the device`
  expect(attempts.map(({ detail }) => detail)).toEqual([
    'By phone',
    late(LATE_MS + 1),
    late(3 * HOUR_MS),
  ])
})

test('only a role that sees the contact of owners notes an attempt, about a listing that there is', async () => {
  expect((await note(await server.signInAs('viewer'), 'call')).status).toBe(403)
  const token = await server.signIn()
  expect(await note(token, 'pigeon')).toMatchObject({ status: 400, json: { error: 'Say how.' } })
  const gone = `/api/admin/properties/${idOf(99)}`
  expect((await note(token, 'call', gone)).status).toBe(404)
})
