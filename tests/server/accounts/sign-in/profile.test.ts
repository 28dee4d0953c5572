import { expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeLoan, makeMarket } from '#tests/server/market-data.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'

const MEMBER = 'asha.rao@example.in'
const HOUR_MS = 3_600_000

const server = serverForEachTest({
  seed: makeMarket({ listings: [makeListing(1)], loans: [makeLoan(1)] }),
})

const ask = (method: string, path: string, token: string, body?: object) =>
  call(server, method, `/api${path}`, { token, ...(body && { body }) })
const change = (token: string, body: object) => ask('PATCH', '/auth/account', token, body)

test('a person can read their name, e-mail address, mobile number, joining date and consents', async () => {
  const consent = { adult_stated_at: '2025-01-01T00:00:00.000Z', consent_policy: '17-06-2025' }
  await server.setAccount(MEMBER, consent)
  const { text, json } = await ask('GET', '/auth/account', await server.signIn({ email: MEMBER }))
  expect(json['data']).toEqual({
    _id: idOf(1),
    fullName: 'Asha Rao',
    email: MEMBER,
    phoneNumber: '+91 98765 43210',
    createdAt: '2025-01-01T00:00:00.000Z',
    consentAt: '2025-01-01T00:00:00.000Z',
    consentPolicy: '17-06-2025',
  })
  expect(text).not.toContain('assword')
})

test('lists and searches have a corrected name at the next read', async () => {
  const token = await server.signIn({ email: MEMBER })
  const operator = await server.signIn()
  const lists = ['users', 'properties', 'loan']
  const tags = async () => {
    const answers = lists.map((name) => ask('GET', `/admin/${name}`, operator))
    return (await Promise.all(answers)).map(({ headers }) => headers.get('ETag'))
  }
  const before = await tags()
  const body = { fullName: '  Asha Verma ', phoneNumber: '91234-56789' }
  const { status, json } = await change(token, body)
  expect(status).toBe(200)
  expect(json['data']).toMatchObject({ fullName: 'Asha Verma', phoneNumber: '+91 91234 56789' })
  const after = await tags()
  for (const [index, tag] of after.entries()) expect(tag).not.toBe(before[index])
  for (const name of lists) {
    const found = (q: string) => ask('GET', `/admin/${name}?limit=10&q=${q}`, operator)
    expect((await found('Verma')).json['data']).toHaveLength(1)
    expect((await found('Rao')).json['data']).toHaveLength(name === 'users' ? 1 : 0)
  }
  expect((await ask('GET', '/admin/properties', operator)).text).toContain('Asha Verma')
  const other = await server.signIn({ email: MEMBER })
  expect((await ask('GET', '/auth/account', other)).json['data']).toEqual(json['data'])
})

test('the audit log names the corrected fields, never their values', async () => {
  const token = await server.signIn({ email: MEMBER })
  await change(token, { phoneNumber: '91234 56789' })
  await change(token, { fullName: 'Asha Verma', phoneNumber: '+91 91234 56789' })
  await change(token, { fullName: 'Asha Verma' })
  const about = { actor_id: idOf(1), entity_id: idOf(1), from_value: null }
  expect(await server.listAudit('profile')).toMatchObject([
    { ...about, to_value: 'Mobile number' },
    { ...about, to_value: 'Name' },
  ])
})

test.each([
  ['fullName', '', 'Enter your name.'],
  ['fullName', 'x'.repeat(101), expect.stringMatching(/100/)],
  ['phoneNumber', '12345', expect.stringMatching(/10 digits/)],
  ['phoneNumber', '', 'Enter a mobile number.'],
  ['phoneNumber', null, 'Enter a mobile number.'],
])('a %s of %j is refused at its field and changes nothing', async (field, value, said) => {
  const token = await server.signIn({ email: MEMBER })
  const before = (await ask('GET', '/auth/account', token)).json
  const { status, json } = await change(token, { [field]: value })
  expect([status, json['fields']]).toEqual([400, { [field]: said }])
  expect((await ask('GET', '/auth/account', token)).json).toEqual(before)
  expect(await server.listAudit('profile')).toEqual([])
})

test('staff can remove their mobile number', async () => {
  const token = await server.signInAs('viewer')
  await change(token, { phoneNumber: '91234 56789', fullName: 'Vera Das' })
  const { json } = await change(token, { phoneNumber: null })
  expect(json['data']).toMatchObject({ fullName: 'Vera Das', phoneNumber: null })
  expect((await ask('GET', '/admin/me', token)).json['data']).toMatchObject({ name: 'Vera Das' })
})

test('the profile is closed to idle sessions of staff, and allows ten changes an hour', async () => {
  const idle = await server.signInAs('viewer')
  server.clock.advance(12 * HOUR_MS)
  expect((await change(idle, { fullName: 'Who' })).json).toMatchObject({ code: 'reauthenticate' })
  const token = await server.signIn({ email: MEMBER })
  for (let time = 1; time <= 10; time += 1)
    expect((await change(token, { fullName: `Asha ${'x'.repeat(time)}` })).status).toBe(200)
  expect((await change(token, { fullName: 'Asha Rao' })).status).toBe(429)
})
