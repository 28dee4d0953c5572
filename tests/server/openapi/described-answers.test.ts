// @module-tag slow
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findCall, getAnswerCheck } from '#tests/contract/described-answer.ts'
import { REGISTRATION, wrongCode } from '#tests/server/auth/end-user-calls.ts'
import { HERE } from '#tests/server/auth/passkeys/passkey-calls.ts'
import { makeAuthenticator } from '#tests/server/auth/passkeys/software-authenticator.ts'
import { codeOf } from '#tests/server/auth/second-factor/enrolled-account.ts'
import { idOf, makeListing, makeLoan, makeMarket, makePayment } from '#tests/server/market-data.ts'
import { makeDecisions, makeInbox, runMessages } from '#tests/server/messages/message-runs.ts'
import { FLAT } from '#tests/server/posting/posting-calls.ts'
import { makePng } from '#tests/server/uploads/made-photos.ts'
import { makeUploadCalls } from '#tests/server/uploads/upload-calls.ts'
import { makeSubscription } from '#tests/support/server/push-service.ts'
import { startTestServer } from '#tests/support/server/server-fixture.ts'

// Makes each call of the API, and compares the status, headers and body of each answer with its description in the
// OpenAPI document.

const server = await startTestServer({
  seed: makeMarket({
    listings: [1, 2, 3].map((number) => makeListing(number)),
    loans: [makeLoan(8), makeLoan(9, { panNumber: null, occupationType: null, incomePaise: null })],
    transactions: [makePayment(1)],
  }),
  inMemory: true,
  mail: 'inbox',
})
const { document, checkAnswer, findFlaws } = await getAnswerCheck(server.app)
/** The operations and statuses of the answers that matched the document, such as 'listProperties 200'. */
const met = new Set<string>()
let operator = ''

beforeAll(async () => {
  operator = await server.signIn()
})
afterAll(() => server.close())

interface Asked {
  app?: typeof server.app
  token?: string | null
  body?: unknown
  headers?: Record<string, string>
}

/** Makes a call, by default as the operator. Throws if the answer differs from its description in the document. */
async function ask(
  method: string,
  path: string,
  { app = server.app, token = operator, body, headers }: Asked = {},
) {
  const text = typeof body === 'string' ? body : body && JSON.stringify(body)
  const request = new Request(`http://panel.test/api${path}`, {
    method,
    headers: { ...(token && { Authorization: `Bearer ${token}` }), ...headers },
    ...(text !== undefined && { body: String(text) }),
  })
  const answer = await app.request(request)
  await checkAnswer(request, answer)
  const call = findCall(document, method, new URL(request.url).pathname)
  const described = call?.requestBody?.content['application/json']
  // A request body that the server accepted must also match its description.
  if (described && answer.ok) expect(findFlaws(described.schema, body)).toEqual([])
  met.add(`${call?.operationId} ${answer.status}`)
  return { status: answer.status, headers: answer.headers, json: await readJson(answer) }
}

async function readJson(answer: Response): Promise<Record<string, unknown>> {
  const isJson = answer.headers.get('Content-Type')?.includes('application/json')
  return isJson && answer.body ? answer.json() : {}
}

const key = (name: string) => ({ 'Idempotency-Key': `${name}-0123456789abcdef` })

test('reads match their description, and return 304 while the data is unchanged', async () => {
  const lists = ['properties', 'users', 'loan', 'payments']
  const paths = ['/admin/dashboard-stats', ...lists.map((name) => `/admin/${name}`)]
  const open = ['/openapi.json', '/docs', '/docs.css']
  for (const path of [...paths, '/admin/loans', '/events/user', ...open]) {
    const first = await ask('GET', path)
    expect(first.status).toBe(200)
    const headers = { 'If-None-Match': first.headers.get('ETag') ?? '' }
    expect((await ask('GET', path, { headers })).status).toBe(304)
  }
  expect((await ask('GET', '/admin/me')).status).toBe(200)
  for (const path of ['/healthz', '/readyz'])
    expect((await ask('GET', path, { token: null })).status).toBe(200)
})

test('pages, changes and histories match their description', async () => {
  const whole = await ask('GET', '/admin/properties')
  const cursor = JSON.stringify(whole.json['meta']).split('"')[3]
  expect((await ask('GET', '/admin/properties?limit=1')).json['meta']).toMatchObject({ total: 3 })
  await ask('PATCH', `/admin/properties/${idOf(1)}/status`, { body: { status: 'approved' } })
  await ask('DELETE', `/admin/properties/${idOf(3)}`)
  const changed = await ask('GET', `/admin/properties?since=${cursor}`)
  expect(changed.json).toMatchObject({ removed: [idOf(3)], data: [{ status: 'approved' }] })
  for (const [query, status] of [
    ['limit=0', 400],
    ['cursor=none', 400],
    ['since=none', 400],
  ] as const)
    expect((await ask('GET', `/admin/properties?${query}`)).status).toBe(status)
  await server.db.updateTable('revisions').set({ horizon: 1_000_000 }).execute()
  expect((await ask('GET', `/admin/properties?since=${cursor}`)).status).toBe(410)
  const records = [`properties/${idOf(1)}`, `users/${idOf(1)}`, `loan/${idOf(8)}`]
  for (const record of records)
    expect((await ask('GET', `/admin/${record}/history`)).status).toBe(200)
  expect((await ask('GET', '/admin/users/none/history')).status).toBe(404)
  const entries = await ask('GET', '/admin/audit?entity=listing&limit=1')
  expect(entries.json).toMatchObject({ data: [{ action: 'delete' }] })
  for (const query of ['limit=0', 'cursor=none', 'entity=user'])
    expect((await ask('GET', `/admin/audit?${query}`)).status).toBe(400)
})

test('answers to changes with If-Match or idempotency keys match their description', async () => {
  const path = `/admin/properties/${idOf(2)}/status`
  const body = { status: 'approved' }
  const first = await ask('PATCH', path, { body, headers: key('approve') })
  expect(first.headers.get('ETag')).toBe('"2"')
  const again = await ask('PATCH', path, { body, headers: key('approve') })
  expect(again.headers.get('Idempotency-Replayed')).toBe('true')
  const other = { body: { status: 'rejected' }, headers: key('approve') }
  expect((await ask('PATCH', path, other)).status).toBe(422)
  for (const [headers, status] of [
    [{ 'If-Match': '"1"' }, 412],
    [{ 'If-Match': '1' }, 400],
    [{ 'Idempotency-Key': 'short' }, 400],
  ] as const)
    expect((await ask('PATCH', path, { body, headers })).status).toBe(status)
  const gone = await ask('DELETE', `/admin/property/${idOf(2)}`, { headers: { 'If-Match': '"2"' } })
  expect(gone.status).toBe(200)
})

test('the calls for API keys match their description', async () => {
  const body = {
    name: 'Site of Asha',
    business: { email: 'office@asha.example', fullName: 'Asha Estates', phoneNumber: null },
    expiresInDays: 30,
  }
  const created = await ask('POST', '/admin/api-keys', { body })
  expect(created.status).toBe(200)
  expect((await ask('POST', '/admin/api-keys', { body: { ...body, name: '' } })).status).toBe(400)
  const { key: token } = created.json['data'] as { key: string }
  const item = { ...FLAT, reference: 'flat-1' }
  const send = (listings: object[]) =>
    ask('POST', '/import/listings', { token, body: { listings } })
  for (const result of ['created', 'unchanged'])
    expect((await send([item])).json).toMatchObject([{ result }])
  expect((await send([item, item])).json).toMatchObject([{ result: 'refused' }, {}])
  expect((await ask('POST', '/import/listings', { token, body: 'no' })).status).toBe(400)
  expect((await ask('POST', '/import/listings', { body: { listings: [] } })).status).toBe(401)
  const [key] = (await ask('GET', '/admin/api-keys')).json['data'] as { _id: string }[]
  expect((await ask('DELETE', `/admin/api-keys/${key?._id}`)).status).toBe(200)
  expect((await ask('DELETE', `/admin/api-keys/${key?._id}`)).status).toBe(404)
})

test('the calls that count views of listings match their description', async () => {
  const body = { listing: idOf(1), device: 'a-random-number-of-a-day' }
  const view = (sent: object) => ask('POST', '/views', { token: null, body: sent })
  expect((await view(body)).status).toBe(204)
  expect((await view({ ...body, listing: 'PUNE-0042' })).json).toHaveProperty('fields')
})

test('the calls for webhooks match their description', async () => {
  const hooks = '/admin/webhooks'
  const body = { address: 'https://hooks.example.com/', events: ['listing.decided'] }
  const created = await ask('POST', hooks, { body })
  expect(created.status).toBe(200)
  expect((await ask('POST', hooks, { body: { ...body, events: [] } })).status).toBe(400)
  const { _id: id } = created.json['data'] as { _id: string }
  const events = { events: ['listing.deleted'] }
  expect((await ask('GET', hooks)).status).toBe(200)
  expect((await ask('PATCH', `${hooks}/${id}`, { body: events })).status).toBe(200)
  for (const status of [200, 409])
    expect((await ask('POST', `${hooks}/${id}/rotation`)).status).toBe(status)
  expect((await ask('DELETE', `${hooks}/${id}/rotation`)).status).toBe(200)
  for (const deed of ['pause', 'resume', 'test'])
    expect((await ask('POST', `${hooks}/${id}/${deed}`)).status).toBe(200)
  const log = await ask('GET', `${hooks}/${id}/deliveries`)
  const [delivery] = log.json['data'] as { _id: string }[]
  expect((await ask('POST', `/admin/webhook-deliveries/${delivery?._id}/replay`)).status).toBe(200)
  expect((await ask('GET', `${hooks}/${id}/deliveries?limit=0`)).status).toBe(400)
  for (const status of [200, 404])
    expect((await ask('DELETE', `${hooks}/${id}`)).status).toBe(status)
})

test('the calls that import files of listings match their description', async () => {
  const files = '/admin/imports'
  const csv = 'ref,city\nflat-7,Pune\n'
  expect((await ask('POST', files, { body: 'ref' })).status).toBe(400)
  const received = await ask('POST', `${files}?name=flats.csv`, { body: csv })
  expect(received.status).toBe(200)
  const { _id: id } = received.json['data'] as { _id: string }
  const mapping = { reference: 0, city: 1 }
  const business = { email: 'office@asha.example', fullName: 'Asha Estates', phoneNumber: null }
  expect((await ask('GET', `${files}/${id}`)).status).toBe(200)
  expect((await ask('POST', `${files}/${id}/check`, { body: { mapping } })).status).toBe(200)
  expect((await ask('POST', `${files}/${id}/check`, { body: { mapping: {} } })).status).toBe(400)
  const start = () => ask('POST', `${files}/${id}/start`, { body: { mapping, business } })
  expect((await start()).status).toBe(200)
  expect((await start()).status).toBe(409)
  await server.settle()
  expect((await ask('GET', files)).status).toBe(200)
  expect((await ask('GET', `${files}/${id}/refused`)).status).toBe(200)
  expect((await ask('DELETE', `${files}/${id}`)).status).toBe(200)
  expect((await ask('DELETE', `${files}/${id}`)).status).toBe(404)
})

test('the calls for reasons of rejections match their description', async () => {
  const list = await ask('GET', '/admin/reasons')
  const etag = list.headers.get('ETag') ?? ''
  const unchanged = { headers: { 'If-None-Match': etag } }
  expect((await ask('GET', '/admin/reasons', unchanged)).status).toBe(304)
  const path = `/admin/properties/${idOf(1)}`
  await ask('PATCH', `${path}/status`, { body: { status: 'rejected' }, headers: key('reject') })
  const reason = { changeKey: key('reject')['Idempotency-Key'], note: '', changesNeeded: true }
  const give = (code: string, headers = {}) =>
    ask('PUT', `${path}/reason`, { body: { ...reason, code }, headers })
  expect((await give('photos', key('reason'))).status).toBe(200)
  const again = await give('photos', key('reason'))
  expect(again.headers.get('Idempotency-Replayed')).toBe('true')
  expect((await give('weather')).json['code']).toBe('reason-unknown')
  const history = await ask('GET', `${path}/history`)
  expect(history.json['meta']).toMatchObject({ rejection: { reason: { code: 'photos' } } })
  await ask('PATCH', `${path}/status`, { body: { status: 'approved' } })
  expect((await give('photos')).json['code']).toBe('decided-again')
  const reasons = [{ code: 'new', label: 'New', sentence: 'New.', field: null, isActive: true }]
  const replace = (headers = {}) => ask('PUT', '/admin/reasons', { body: { reasons }, headers })
  expect((await replace()).json['code']).toBe('bad-if-match')
  expect((await replace({ 'If-Match': '"old"' })).json['code']).toBe('list-changed')
  const used = await ask('GET', '/admin/reasons')
  const tag = { 'If-Match': used.headers.get('ETag') ?? '' }
  expect((await replace(tag)).json['code']).toBe('reason-used')
  const kept = (used.json['data'] as unknown as { isUsed: boolean }[]).filter((one) => one.isUsed)
  const body = { reasons: [...kept, ...reasons] }
  expect((await ask('PUT', '/admin/reasons', { body, headers: tag })).status).toBe(200)
})

test('revealing a PAN matches its description, also when the limit of reveals is reached', async () => {
  expect((await ask('POST', `/admin/loan/${idOf(9)}/pan`)).json['code']).toBe('no-pan')
  let last = await ask('POST', `/admin/loan/${idOf(8)}/pan`)
  expect(last.status).toBe(200)
  for (let times = 0; times < 30 && last.status === 200; times += 1)
    last = await ask('POST', `/admin/loan/${idOf(8)}/pan`)
  expect(last.status).toBe(429)
})

test('the calls for an account, from registration to sign-out, match their description', async () => {
  const { email, password } = REGISTRATION
  const post = (call: string, body: unknown, token: string | null = null) =>
    ask('POST', `/auth/${call}`, { body, token })
  expect((await post('register', REGISTRATION)).status).toBe(200)
  expect((await post('register', { email: 'no address' })).json).toHaveProperty('fields')
  const signedIn = await post('login', { email, password })
  expect(signedIn.status).toBe(200)
  const token = String(signedIn.json['token'])
  expect((await post('login', { email, password: 'not it at all' })).status).toBe(401)
  expect((await post('resend-otp', { email })).status).toBe(400)
  expect((await post('resend-otp', { email }, token)).status).toBe(429)
  server.clock.advance(120_000)
  expect((await post('resend-otp', { email }, token)).status).toBe(200)
  await server.settle()
  const otp = await server.getInbox().waitForCode(email)
  expect((await post('verify-otp', { email, otp: wrongCode(otp) }, token)).status).toBe(400)
  const verified = await post('verify-otp', { email, otp }, token)
  expect((await post('register', REGISTRATION)).status).toBe(409)
  expect((await post('logout', undefined, String(verified.json['token']))).status).toBe(200)
})

test('the calls of a two-step sign-in match their description', async () => {
  const { email, password } = server.operator
  const post = (path: string, body: object, token = operator) =>
    ask('POST', `/auth/second-factor${path}`, { token, body })
  expect((await post('/setup', { password: 'not it at all' })).status).toBe(400)
  const setUp = await post('/setup', { password })
  const { secret } = setUp.json['data'] as { secret: string } // its type is checked by `ask`
  expect((await post('/confirm', { code: 'none' })).status).toBe(400)
  expect((await post('/confirm', { code: codeOf(server, secret) })).status).toBe(200)
  server.clock.advance(60_000)
  expect((await post('/setup', { password })).status).toBe(409)
  expect((await ask('GET', '/auth/second-factor')).status).toBe(200)
  const login = () => ask('POST', '/auth/login', { body: { email, password }, token: null })
  const challenged = await login()
  expect(challenged.status).toBe(403)
  const challenge = String(challenged.json['challenge'])
  expect((await post('', { challenge, code: 'none' })).status).toBe(400)
  expect((await post('', { challenge, code: codeOf(server, secret) })).status).toBe(200)
  operator = await server.signIn()
  expect((await post('/recovery-codes', { password })).status).toBe(200)
  expect((await post('/removal', { password })).status).toBe(200)
  await server.signInAs('viewer')
  const { json } = await ask('GET', '/admin/staff')
  const viewer = (json['data'] as { _id: string }[]).at(-1) // its type is checked by `ask`
  expect((await ask('DELETE', `/admin/staff/${viewer?._id}/second-factor`)).status).toBe(200)
})

test('the calls for passkeys, and for the second factors that roles need, match their description', async () => {
  const device = makeAuthenticator()
  const begin = async (path: string, token: string | null = operator) => {
    const { status, json } = await ask('POST', `/auth${path}/options`, { token })
    expect(status).toBe(200)
    return String((json['data'] as { challenge: string }).challenge) // its type is checked by `ask`
  }
  expect((await ask('POST', '/auth/confirm/options')).status).toBe(404)
  const made = device.create({ ...HERE, challenge: await begin('/passkeys') })
  const added = await ask('POST', '/auth/passkeys', { body: { name: 'Phone', response: made } })
  expect(added.status).toBe(200)
  expect((await ask('POST', '/auth/passkeys', { body: { response: made } })).status).toBe(400)
  expect((await ask('GET', '/auth/passkeys')).status).toBe(200)
  const passkey = device.get({ ...HERE, challenge: await begin('/confirm') })
  expect((await ask('POST', '/auth/confirm', { body: { passkey } })).status).toBe(200)
  const response = device.get({ ...HERE, challenge: await begin('/passkey', null) })
  const enter = () => ask('POST', '/auth/passkey', { body: { response }, token: null })
  expect((await enter()).status).toBe(200)
  expect((await enter()).status).toBe(400)
  const { _id } = added.json['data'] as { _id: string } // its type is checked by `ask`
  const path = `/auth/passkeys/${_id}`
  expect((await ask('PATCH', path, { body: { name: 'Old phone' } })).status).toBe(200)

  const requireIt = (isRequired: boolean) =>
    ask('PATCH', '/admin/factor-rules', { body: { role: 'owner', isRequired } })
  expect((await requireIt(true)).status).toBe(200)
  expect((await ask('GET', '/admin/factor-rules')).status).toBe(200)
  expect((await ask('DELETE', path)).status).toBe(409)
  const { email, password } = server.operator
  const login = () => ask('POST', '/auth/login', { body: { email, password }, token: null })
  expect((await login()).json['code']).toBe('passkey-required')
  expect((await requireIt(false)).status).toBe(200)
  expect((await ask('DELETE', path)).status).toBe(200)
  expect((await requireIt(true)).status).toBe(200)
  const { challenge } = (await login()).json
  const enrolment = '/auth/second-factor/enrolment'
  const started = await ask('POST', enrolment, { body: { challenge }, token: null })
  const { secret } = started.json['data'] as { secret: string } // its type is checked by `ask`
  const body = { challenge, code: codeOf(server, secret) }
  const confirm = () => ask('POST', `${enrolment}/confirm`, { body, token: null })
  expect((await confirm()).status).toBe(200)
  expect((await confirm()).status).toBe(400)
  expect((await requireIt(false)).status).toBe(200)
  server.clock.advance(60_000)
  expect((await ask('POST', '/auth/second-factor/removal', { body: { password } })).status).toBe(
    200,
  )
})

test('the calls for the profile, the export of personal data and the offer of an export match their description', async () => {
  expect((await ask('GET', '/auth/account')).status).toBe(200)
  const change = (body: object) => ask('PATCH', '/auth/account', { body })
  expect((await change({ fullName: 'Asha Rao', phoneNumber: '98765 43210' })).status).toBe(200)
  expect((await change({ phoneNumber: 'none' })).json).toHaveProperty('fields')
  for (const status of [200, 200, 200, 429])
    expect((await ask('POST', '/auth/export')).status).toBe(status)
  const offer = (id: string) => ask('POST', `/admin/users/${id}/export-offer`)
  expect((await offer(idOf(1))).status).toBe(200)
  expect((await offer('none')).status).toBe(404)
  server.clock.advance(600_000)
  for (const path of ['/auth/export', `/admin/users/${idOf(1)}/export-offer`])
    expect((await ask('POST', path)).json['code']).toBe('confirm-identity')
  operator = await server.signIn()
})

test("the deletions of one's own account and of a user match their description", async () => {
  const token = await server.signInAs('loans')
  const own = '/auth/deletion'
  expect((await ask('POST', own, { token, body: {} })).json).toHaveProperty('fields')
  const body = { withdrawsConsent: false }
  expect((await ask('POST', own, { token, body })).status).toBe(200)
  expect((await ask('GET', own, { token })).status).toBe(200)
  expect((await ask('POST', `${own}/cancellation`, { token, body: {} })).status).toBe(200)
  expect((await ask('POST', own, { body })).json['code']).toBe('last-owner')
  const user = `/admin/users/${idOf(1)}/deletion`
  for (const method of ['POST', 'GET', 'DELETE'])
    expect((await ask(method, user)).status, method).toBe(200)
  expect((await ask('GET', '/admin/users/none/deletion')).status).toBe(404)
  server.clock.advance(600_000)
  expect((await ask('DELETE', user)).json['code']).toBe('confirm-identity')
  operator = await server.signIn()
})

test("the calls for one's own sessions, password and e-mail address match their description", async () => {
  const { email, password } = server.operator
  const sessions = await ask('GET', '/auth/sessions')
  const [first] = sessions.json['data'] as { _id: string }[] // its type is checked by `ask`
  const other = await server.signIn()
  expect((await ask('DELETE', `/auth/sessions/${first?._id}`, { token: other })).status).toBe(200)
  operator = other
  expect((await ask('DELETE', '/auth/sessions')).status).toBe(200)
  server.clock.advance(600_000)
  for (const path of ['/auth/sessions', `/auth/sessions/${idOf(1)}`])
    expect((await ask('DELETE', path)).json['code']).toBe('confirm-identity')
  const post = (call: string, body: object) => ask('POST', `/auth/${call}`, { body })
  expect((await post('confirm', { password: 'not it' })).status).toBe(400)
  expect((await post('confirm', { password })).status).toBe(200)
  const newPassword = 'nine purple elephants'
  expect((await post('password', { password, newPassword: 'short' })).status).toBe(400)
  expect((await post('password', { password, newPassword })).status).toBe(200)
  expect((await post('email', { password: newPassword, email })).status).toBe(400)
  expect((await post('email', { password: newPassword, email: 'new@team.in' })).status).toBe(200)
  await server.settle()
  const otp = await server.getInbox().waitForCode('new@team.in')
  expect((await post('email/verify', { otp: wrongCode(otp) })).status).toBe(400)
  expect((await post('email/verify', { otp })).json).toEqual({
    success: true,
    email: 'new@team.in',
  })
})

test("the calls for a user's events match their description, also when a stored answer is replayed", async () => {
  const body = { title: 'Open house', startsAt: '2026-07-04T10:00:00+05:30', own: { words: [1] } }
  const created = await ask('POST', '/events/create', { body, headers: key('create') })
  const path = `/events/${created.json['_id']}`
  await ask('POST', '/events/create', { body, headers: key('create') })
  expect((await ask('GET', '/events/user')).status).toBe(200)
  const update = { body: { title: 'Site visit', startsAt: null }, headers: key('update') }
  expect((await ask('PUT', path, update)).json).toMatchObject({ version: 2 })
  expect((await ask('PUT', path, update)).json).toEqual({ _id: created.json['_id'], version: 2 })
  expect((await ask('PUT', path, { body: { title: 7 } })).status).toBe(400)
  expect((await ask('PUT', path, { body: { own: 'x'.repeat(40_000) } })).status).toBe(413)
  expect((await ask('DELETE', path, { headers: key('delete') })).status).toBe(200)
  const replay = await ask('POST', '/events/create', { body, headers: key('create') })
  expect(replay.json).toEqual({ success: true })
})

test('the calls for messages to owners and for push subscriptions match their description', async () => {
  const token = await server.signIn({ email: 'asha.rao@example.in' })
  const id = 'f'.repeat(24)
  await ask('PUT', `/account/listings/${id}`, { token, body: FLAT })
  await ask('POST', `/account/listings/${id}/submit`, { token })
  const { decide, explain } = makeDecisions(server, operator, id)
  await decide('rejected')
  await explain()
  server.clock.advance(60_000)
  await runMessages(server)
  const list = await ask('GET', '/account/messages?limit=1', { token })
  expect(list.json).toMatchObject({ data: [{ kind: 'changes-needed' }], meta: { unread: 1 } })
  expect((await ask('GET', '/account/messages?cursor=x', { token })).status).toBe(400)
  const [message] = (await makeInbox(server, token).list()) ?? []
  const path = `/account/messages/${message?.id}/read`
  expect((await ask('POST', path, { token })).status).toBe(200)
  expect((await ask('POST', path)).status).toBe(404)
  const upTo = (body: object) => ask('POST', '/account/messages/read', { token, body })
  expect((await upTo({ upTo: message?.id })).status).toBe(200)
  expect((await upTo({ upTo: id })).status).toBe(404)
  expect((await upTo({})).status).toBe(400)
  const { body } = makeSubscription()
  expect((await ask('GET', '/account/push', { token })).status).toBe(200)
  expect((await ask('PUT', '/account/push', { token, body })).status).toBe(200)
  expect((await ask('PUT', '/account/push', { token, body: {} })).status).toBe(400)
  expect((await ask('PUT', '/account/push', { body })).status).toBe(403)
  expect((await ask('DELETE', '/account/push', { token })).status).toBe(200)
})

test("the calls for an owner's listing, from the draft to the review, match their description", async () => {
  const token = await server.signIn({ email: 'asha.rao@example.in' })
  const path = `/account/listings/${'e'.repeat(24)}`
  const post = (action: string) =>
    ask('POST', `${path}/${action}`, { token, headers: key(`posting-${action}`) })
  expect((await ask('PUT', path, { token, body: FLAT })).status).toBe(200)
  const late = { token, body: { title: 'Late' }, headers: { 'If-Match': '"7"' } }
  expect((await ask('PUT', path, late)).status).toBe(412)
  expect((await ask('PUT', path, { token, body: { area: 'x' } })).status).toBe(400)
  expect((await ask('PUT', path, { body: FLAT })).status).toBe(403)
  for (const one of ['/account/listings', path])
    expect((await ask('GET', one, { token })).status).toBe(200)
  expect((await post('sold')).status).toBe(409)
  expect((await post('submit')).status).toBe(200)
  expect((await post('submit')).json).toEqual({ success: true })
  const property = `/admin/properties/${'e'.repeat(24)}`
  await ask('PATCH', `${property}/status`, { body: { status: 'approved' } })
  const other = { ...FLAT, title: 'Another title', rent: null }
  await ask('PUT', path, { token, body: other })
  expect((await ask('POST', `${path}/submit`, { token })).status).toBe(400)
  await ask('PUT', path, { token, body: { ...other, rent: 30_000 } })
  expect((await ask('POST', `${path}/submit`, { token })).status).toBe(200)
  const posted = await ask('GET', `${property}/posting`)
  expect(posted.json['data']).toMatchObject({ changes: [{ field: 'title' }, { field: 'rent' }] })
  for (const action of ['sold', 'renew', 'withdraw'])
    expect((await ask('POST', `${path}/${action}`, { token })).status).toBe(200)
  expect((await ask('DELETE', path, { token, headers: key('posting-delete') })).status).toBe(200)
  expect((await ask('GET', path, { token })).status).toBe(404)
})

test('the calls of an upload, from its first byte to the stored photo, match their description', async () => {
  const token = await server.signIn({ email: 'asha.rao@example.in' })
  const asha = makeUploadCalls(server, token)
  const photo = await makePng()
  const id = await asha.open(photo.length)
  const path = `/account/uploads/${id}`
  const headers = { 'Tus-Resumable': '1.0.0' }
  expect((await ask('POST', '/account/uploads', { token, headers })).status).toBe(400)
  expect((await ask('POST', '/account/uploads', { token })).status).toBe(412)
  expect((await ask('GET', path, { token })).json['data']).toMatchObject({ offset: 0 })
  expect((await ask('PATCH', path, { token, headers })).status).toBe(411)
  const media = `/account/listings/${'e'.repeat(24)}/media`
  const order = { token, body: { upload: id } }
  expect((await ask('POST', media, order)).status).toBe(409)
  await asha.patch(id, 0, photo)
  expect((await ask('POST', media, order)).json['data']).toMatchObject({ id, kind: 'photo' })
  expect((await ask('POST', media, { ...order, body: { upload: 'x' } })).status).toBe(400)
  const length = { ...headers, 'Upload-Length': '3' }
  const created = await ask('POST', '/account/uploads', { token, headers: length })
  expect(created.status).toBe(201)
  const other = (created.headers.get('Location') ?? '').replace('/api', '')
  const chunk = {
    ...headers,
    'Upload-Offset': '0',
    'Content-Type': 'application/offset+octet-stream',
    'Content-Length': '3',
  }
  const sent = { token, body: 'abc', headers: chunk }
  expect((await ask('PATCH', other, sent)).status).toBe(204)
  expect((await ask('PATCH', other, sent)).status).toBe(409)
  expect((await ask('DELETE', other, { token, headers })).status).toBe(204)
  expect((await ask('DELETE', other, { token, headers })).status).toBe(404)
})

test('refusals of malformed requests match their description', async () => {
  const path = '/auth/login'
  expect((await ask('POST', path, { body: '{' })).status).toBe(400)
  expect((await ask('POST', path, { body: 'x'.repeat(100_001) })).status).toBe(413)
  expect((await ask('GET', `/healthz?${'x'.repeat(2048)}`)).status).toBe(414)
  expect((await ask('GET', '/nothing')).status).toBe(404)
  expect((await ask('POST', '/healthz')).status).toBe(405)
  expect((await ask('GET', '/admin/users', { token: null })).status).toBe(401)
})

test('the calls that change team members match their description', async () => {
  const { json } = await ask('GET', '/admin/staff')
  const [person] = json['data'] as { _id: string }[] // its type is checked by `ask`
  const change = (what: string, body: object) =>
    ask('PATCH', `/admin/staff/${person?._id}/${what}`, { body })
  // Both calls set the value that is already stored, so they change nothing.
  expect((await change('role', { role: 'owner' })).status).toBe(200)
  expect((await change('suspension', { isSuspended: false })).status).toBe(200)
  expect((await change('role', { role: 'viewer' })).status).toBe(409)
  expect((await change('suspension', { isSuspended: 1 })).status).toBe(400)
})

test('the calls for invitations and for links in mails match their description', async () => {
  const email = 'ravi@team.example'
  const post = (call: string, body: object) => ask('POST', `/auth/${call}`, { body, token: null })
  const findToken = async () => new URL(await server.getInbox().waitForLink(email)).hash.slice(1)
  await ask('POST', '/admin/staff/invitations', { body: { email, role: 'viewer' } })
  const { json } = await ask('GET', '/admin/staff/invitations')
  const [{ _id }] = json['data'] as [{ _id: string }] // its type is checked by `ask`
  const path = `/admin/staff/invitations/${_id}`
  expect((await ask('POST', `${path}/resend`)).status).toBe(200)
  const invitation = { kind: 'invitation', token: await findToken() }
  expect((await post('read-link', invitation)).status).toBe(200)
  expect((await ask('DELETE', path)).status).toBe(200)
  expect((await post('read-link', invitation)).status).toBe(410)
  await ask('POST', '/admin/staff/invitations', { body: { email, role: 'viewer' } })
  const person = {
    token: await findToken(),
    fullName: 'Ravi Shah',
    password: 'seven green parrots',
  }
  expect((await post('join', person)).status).toBe(200)
  expect((await post('forgot-password', { email })).status).toBe(200)
  await server.settle()
  const words = { token: await findToken(), password: 'nine green umbrellas' }
  expect((await post('reset-password', words)).status).toBe(200)
})

test('the call that fills an empty marketplace with demo data matches its description', async () => {
  const empty = await startTestServer({ seed: 'none', inMemory: true })
  const asked = { app: empty.app, token: await empty.signIn() }
  for (const status of [200, 409])
    expect((await ask('POST', '/admin/demonstration', asked)).status).toBe(status)
  await empty.close()
})

test('the tests of this file received every described 200 and 304 of every call', () => {
  const calls = Object.values(document.paths).flatMap((item) => Object.values(item))
  const wanted = calls.flatMap(({ operationId, responses }) =>
    ['200', '304']
      .filter((status) => responses[status])
      .map((status) => `${operationId} ${status}`),
  )
  expect(wanted.filter((one) => !met.has(one))).toEqual([])
})
