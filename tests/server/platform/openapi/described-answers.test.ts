import { afterAll, expect, test } from 'vitest'
import { makeExportKind } from '#server/accounts/export/export-job-run-service.ts'
import { orderExport } from '#server/accounts/export/export-job-service.ts'
import { insertStaffAccount } from '#server/accounts/team/staff-service.ts'
import { makeImportKind } from '#server/listings/import/import-run-service.ts'
import { makeExportedLists } from '#server/operations/exported-lists.ts'
import { makeRecordId } from '#server/platform/database/record-id.ts'
import { noteRestore } from '#server/restores/restore-note-service.ts'
import { findCall, getAnswerCheck } from '#tests/contract/described-answer.ts'
import { addPasskey, HERE } from '#tests/server/accounts/passkeys/passkey-calls.ts'
import { makeAuthenticator } from '#tests/server/accounts/passkeys/software-authenticator.ts'
import { codeOf, findChallenge } from '#tests/server/accounts/second-factor/enrolled-account.ts'
import { type CallOptions, call } from '#tests/server/api-call.ts'
import { FLAT } from '#tests/server/listings/content/posting-calls.ts'
import { makePng } from '#tests/server/listings/uploads/made-photos.ts'
import { makeTusHeaders, makeUploadCalls } from '#tests/server/listings/uploads/upload-calls.ts'
import { idOf, makeListing, makeLoan, makeMarket, makePayment } from '#tests/server/market-data.ts'
import { makeDecisions, runMessages } from '#tests/server/notices/messages/message-runs.ts'
import { runJobs } from '#tests/support/server/job-run.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server-fixture.ts'
import { testPans } from '#tests/support/server/test-pans.ts'

// Every call of the API succeeds once, if possible with the body that its description has as an example. `call`
// compares each answer with its description. It also does so in the other tests, which receive the refusals.

const server = await startTestServer({
  seed: makeMarket({
    listings: [1, 2, 3].map((number) => makeListing(number)),
    loans: [makeLoan(8), makeLoan(9, { panNumber: null, occupationType: null, incomePaise: null })],
    transactions: [makePayment(1)],
  }),
  mail: 'inbox',
})
const { document, checkAnswer, findFlaws } = await getAnswerCheck(server.app)
afterAll(() => server.close())

const AT = '2025-09-17T06:30:00.000Z'
const NOBODY = { token: '' }
const SELLER = 'asha.rao@example.in'
const FACTOR = '/auth/second-factor'
const { password } = server.operator
/** The operations and statuses of the received answers, such as 'listProperties 200'. */
const met = new Set<string>()

/**
 * Makes a call, by default with a new session of the operator and with the example body, and expects its success. A
 * call whose answer has an ETag is repeated, and must return 304. Returns the data of the answer.
 */
async function ask(method: string, path: string, options: CallOptions & { at?: TestServer } = {}) {
  const { at = server, token = await at.signIn(), headers, ...rest } = options
  const { pathname } = new URL(`/api${path}`, server.publicUrl)
  const described = findCall(document, method, pathname)
  const content = described?.requestBody?.content['application/json']
  const { body = content?.example } = rest
  if (content) expect(findFlaws(content.schema, body)).toEqual([])
  const send = async (more = {}) => {
    const all = { token, body, headers: { ...headers, ...more } }
    const answer = await call(at, method, `/api${path}`, all)
    met.add(`${described?.operationId} ${answer.status}`)
    return answer
  }
  const answer = await send()
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`)
  if (described?.responses[304])
    expect(await send({ 'If-None-Match': answer.headers.get('ETag') })).toMatchObject({
      status: 304,
    })
  return answer.json['data'] ?? answer.json
}

const keyOf = (name: string) => ({ 'Idempotency-Key': `${name}-0123456789abcdef` })

test('reads', async () => {
  const lists = ['properties', 'users', 'loan', 'loans', 'payments', 'dashboard-stats', 'me']
  for (const name of lists) await ask('GET', `/admin/${name}`)
  for (const path of ['/openapi.json', '/docs', '/docs.css', '/healthz', '/readyz'])
    await ask('GET', path, NOBODY)
  for (const record of [`properties/${idOf(1)}`, `users/${idOf(1)}`, `loan/${idOf(8)}`])
    await ask('GET', `/admin/${record}/history`)
})

test('changes of listings, with their pages and the audit log', async () => {
  const { json } = await call(server, 'GET', '/api/admin/properties', {
    token: await server.signIn(),
  })
  await ask('GET', '/admin/properties?limit=1')
  await ask('GET', `/admin/properties/${idOf(1)}`)
  await ask('PATCH', `/admin/properties/${idOf(1)}/status`, { headers: { 'If-Match': '"1"' } })
  const batch = { id: 'b'.repeat(32), count: 1 }
  const changes = [{ place: 0, id: idOf(3), to: 'approved' }]
  await ask('POST', '/admin/properties/changes', { body: { batch, changes } })
  const pair = { listingIds: [idOf(1), idOf(2)], areDuplicates: false }
  await ask('PUT', '/admin/duplicates', { body: pair })
  await ask('DELETE', `/admin/property/${idOf(2)}`, { headers: { 'If-Match': '"1"' } })
  await ask('DELETE', `/admin/properties/${idOf(3)}`)
  await ask('GET', `/admin/properties?since=${json['meta']?.['cursor']}`)
  await ask('GET', '/admin/audit?entity=listing&limit=1')
  await ask('POST', `/admin/loan/${idOf(8)}/pan`)
})

test('reasons of rejections', async () => {
  const path = `/admin/properties/${idOf(1)}`
  const headers = keyOf('reject')
  const why = { code: 'photos', note: '', changesNeeded: false }
  await ask('PATCH', `${path}/status`, { body: { status: 'rejected', reason: why }, headers })
  const reason = { code: 'photos', note: 'The kitchen is missing.', changesNeeded: true }
  const body = { changeKey: headers['Idempotency-Key'], ...reason }
  await ask('PUT', `${path}/reason`, { body })
  await ask('GET', `${path}/history`)
  await ask('GET', '/admin/reasons')
  const { headers: tagged } = await call(server, 'GET', '/api/admin/reasons', {
    token: await server.signIn(),
  })
  await ask('PUT', '/admin/reasons', { headers: { 'If-Match': tagged.get('ETag') ?? '' } })
})

test('the working hours', async () => {
  await ask('GET', '/admin/review-rules')
  await ask('POST', '/admin/review-rules/calendar/preview')
  await ask('PUT', '/admin/review-rules/calendar', { headers: { 'If-Match': '"0"' } })
  await ask('PUT', '/admin/review-rules/order', { headers: { 'If-Match': '*' } })
  await ask('PUT', '/admin/review-rules/checklist', { headers: { 'If-Match': '*' } })
})

test('the stream of changes', async () => {
  await ask('GET', '/admin/changes')
})

test('claims', async () => {
  const personId = makeRecordId(server.clock.now())
  const colleague = { id: personId, email: 'colleague@team.example', fullName: 'Kabir Menon' }
  const rest = { role: 'reviewer', passwordHash: '', now: server.clock.now() } as const
  await insertStaffAccount(server.db, { ...colleague, ...rest })
  const path = `/admin/claims/${idOf(1)}`
  const until = new Date(server.clock.now().getTime() + 3_600_000).toISOString()
  await ask('POST', path)
  await ask('PUT', `${path}/hold`, { body: { until, reason: 'Asked the owner' } })
  await ask('GET', '/admin/claims')
  await ask('GET', '/admin/deciders')
  await ask('DELETE', `${path}/hold`)
  const { fence } = await ask('POST', `${path}/hand-over`, { body: { personId, note: '' } })
  await ask('POST', `${path}/take-over`, { body: { fence } })
  await ask('DELETE', path)
  await ask('PATCH', `/admin/properties/${idOf(1)}/status`, { body: { status: 'pending' } })
  await ask('PUT', '/admin/assignments', { body: { listingIds: [idOf(1)], personId } })
  await ask('GET', '/admin/properties')
  const batch = { listingIds: [idOf(1)], count: 10, hours: 4 }
  await ask('POST', `/admin/properties/${idOf(1)}/contact-attempts`)
  await ask('POST', `/admin/properties/${idOf(1)}/visits`)
  const { batchId } = await ask('POST', '/admin/claim-batches', { body: batch })
  await ask('DELETE', `/admin/claim-batches/${batchId}`)
})

test('notes', async () => {
  const path = '/admin/notes/65a000000000000000000041'
  const body = { about: 'listing', aboutId: idOf(1), text: 'Ask her for photos.' }
  await ask('PUT', path, { body })
  await ask('PUT', path, { body: { ...body, text: 'Ask her for new photos.' } })
  await ask('GET', `/admin/properties/${idOf(1)}/notes`)
  await ask('DELETE', path)
  const about = { about: 'member', aboutId: idOf(1) }
  await ask('PUT', '/admin/notes/65a000000000000000000042', { body: { ...body, ...about } })
  await ask('GET', `/admin/users/${idOf(1)}/notes`)
})

test('mentions', async () => {
  const noteId = '65a000000000000000000043'
  const text = 'Ask her for photos.'
  await ask('PUT', `/admin/notes/${noteId}`, { body: { about: 'listing', aboutId: idOf(1), text } })
  await ask('GET', '/admin/note-readers')
  const [at, person_id] = [server.clock.now().toISOString(), await server.findAccountId()]
  const mention = { note_id: noteId, person_id, name: 'Asha Rao', at, read_at: null }
  await server.db.insertInto('note_mentions').values(mention).execute()
  await ask('GET', '/admin/mentions')
  await ask('GET', '/admin/mentions/mail')
  await ask('PUT', '/admin/mentions/mail', { body: { isOn: false } })
  await ask('POST', '/admin/mentions/65a000000000000000000043/read')
  await ask('POST', '/admin/mentions/read', { body: { upTo: '65a000000000000000000043' } })
})

test('saved views', async () => {
  const path = '/admin/saved-views/65a000000000000000000031'
  await ask('PUT', path)
  await ask('PUT', `${path}/layer`)
  await ask('GET', '/admin/saved-views')
  await ask('DELETE', path)
})

test('exports of large lists', async () => {
  const { db, write, log, uploadDir, clock } = server
  const deps = { db, write, log, uploadDir, clock: clock.now }
  const user_id = await server.findAccountId()
  const order = {
    ...{ user_id, device_label: 'Firefox', query: '', sees_details: 1, total: 3 },
    list: 'properties' as const,
    format: 'csv' as const,
  }
  const { id } = await write((trx) => orderExport(trx, order, clock.now()))
  await runJobs(server, makeExportKind(deps, makeExportedLists({ ...deps, pans: testPans })))
  await ask('GET', '/admin/exports')
  await ask('GET', `/admin/exports/${id}/file`)
  await ask('DELETE', `/admin/exports/${id}`)
})

test('API keys and the import with a key', async () => {
  const { key: token } = await ask('POST', '/admin/api-keys')
  const body = { listings: [{ ...FLAT, reference: 'flat-1' }] }
  await ask('POST', '/import/listings', { token: String(token), body })
  const keys = await ask('GET', '/admin/api-keys')
  await ask('DELETE', `/admin/api-keys/${keys['0']?.['_id']}`)
})

test('grievances', async () => {
  await ask('POST', '/grievances', { ...NOBODY, headers: keyOf('grievance') })
  const grievances = await ask('GET', '/admin/grievances')
  await ask('POST', `/admin/grievances/${grievances['0']?.['_id']}/answer`)
})

test('views', async () => {
  await ask('POST', '/views', NOBODY)
})

test('webhooks', async () => {
  const { _id } = await ask('POST', '/admin/webhooks')
  const hook = `/admin/webhooks/${_id}`
  await ask('GET', '/admin/webhooks')
  await ask('PATCH', hook)
  await ask('POST', `${hook}/rotation`)
  await ask('DELETE', `${hook}/rotation`)
  for (const action of ['pause', 'resume', 'test']) await ask('POST', `${hook}/${action}`)
  const deliveries = await ask('GET', `${hook}/deliveries`)
  await ask('POST', `/admin/webhook-deliveries/${deliveries['0']?.['_id']}/replay`)
  await server.db.updateTable('jobs').set({ dead_at: AT, outcome: 'HTTP 500' }).execute()
  const failed = await ask('GET', '/admin/failed-jobs')
  await ask('POST', `/admin/failed-jobs/${failed['0']?.['_id']}/retry`)
  await ask('DELETE', hook)
})

test('imports of files', async () => {
  const files = '/admin/imports'
  const { _id } = await ask('POST', `${files}?name=flats.csv`, { body: 'ref,city\nflat-7,Pune\n' })
  await ask('GET', `${files}/${_id}`)
  await ask('POST', `${files}/${_id}/check`)
  await ask('POST', `${files}/${_id}/start`)
  const { db, write, clock } = server
  await runJobs(server, makeImportKind({ db, write, clock: clock.now }))
  await ask('GET', files)
  await ask('GET', `${files}/${_id}/refused`)
  await ask('DELETE', `${files}/${_id}`)
})

test('an account, from registration to sign-out', async () => {
  await ask('POST', '/auth/register', NOBODY)
  const token = String((await ask('POST', '/auth/login', NOBODY))['token'])
  server.clock.advance(120_000)
  await ask('POST', '/auth/resend-otp', { token })
  await server.settle()
  const address = 'meera.iyer@example.in' // of the examples
  const otp = await server.getInbox().waitForCode(address)
  const verified = await ask('POST', '/auth/verify-otp', { token, body: { email: address, otp } })
  await ask('POST', '/auth/logout', { token: String(verified['token']) })
})

test('two-step sign-in', async () => {
  const { secret } = await ask('POST', `${FACTOR}/setup`, { body: { password } })
  const code = () => codeOf(server, String(secret))
  await ask('POST', `${FACTOR}/confirm`, { body: { code: code() } })
  server.clock.advance(60_000)
  await ask('GET', FACTOR)
  const challenge = await findChallenge(server, server.operator)
  await ask('POST', FACTOR, { ...NOBODY, body: { challenge, code: code() } })
  await ask('POST', `${FACTOR}/recovery-codes`, { body: { password } })
  await ask('POST', `${FACTOR}/removal`, { body: { password } })
})

test('passkeys', async () => {
  const device = makeAuthenticator()
  const token = await server.signIn()
  const begin = async (path: string, by = token) =>
    String((await ask('POST', `/auth${path}/options`, { token: by }))['challenge'])
  const options = await ask('POST', '/auth/passkeys/options', { token })
  const userHandle = String(options['user']?.['id'])
  const made = device.create({ ...HERE, challenge: String(options['challenge']), userHandle })
  const body = { name: 'Phone', response: made }
  const { _id } = await ask('POST', '/auth/passkeys', { token, body })
  const passkey = device.get({ ...HERE, challenge: await begin('/confirm') })
  await ask('POST', '/auth/confirm', { token, body: { passkey } })
  const response = device.get({ ...HERE, challenge: await begin('/passkey', '') })
  await ask('POST', '/auth/passkey', { ...NOBODY, body: { response } })
  await ask('PATCH', `/auth/passkeys/${_id}`)
  await ask('GET', '/auth/passkeys')
  await ask('DELETE', `/auth/passkeys/${_id}`)
})

test('the list after a restore', async () => {
  const token = await server.signInAs('reviewer')
  await addPasskey(server, token, makeAuthenticator())
  await noteRestore(server.db, 'one.backup', server.clock.now())
  const { passkeys } = await ask('GET', '/admin/restore')
  // The cast is safe: the call answers with a list of passkeys.
  const [passkey] = passkeys as unknown as { _id: string }[]
  await ask('DELETE', `/admin/restore/passkeys/${passkey?._id}`)
  await ask('DELETE', '/admin/restore/member-passkeys')
  await ask('DELETE', '/admin/restore')
})

test('second factors that roles need', async () => {
  const require = (isRequired: boolean) =>
    ask('PATCH', '/admin/factor-rules', { body: { role: 'owner', isRequired } })
  await require(true)
  await ask('GET', '/admin/factor-rules')
  const challenge = await findChallenge(server, server.operator)
  const enrolment = { ...NOBODY, body: { challenge } }
  const { secret } = await ask('POST', `${FACTOR}/enrolment`, enrolment)
  const body = { challenge, code: codeOf(server, String(secret)) }
  await ask('POST', `${FACTOR}/enrolment/confirm`, { ...NOBODY, body })
  await require(false)
  const staff = await ask('GET', '/admin/staff')
  await ask('DELETE', `/admin/staff/${staff['0']?.['_id']}/second-factor`)
})

test('team members, invitations and links in mails', async () => {
  const viewer = 'ravi@marketplace.example' // of the example of an invitation
  const findToken = async () => new URL(await server.getInbox().waitForLink(viewer)).hash.slice(1)
  const findFirst = async () => (await ask('GET', '/admin/staff/invitations'))['0']?.['_id']
  await ask('POST', '/admin/staff/invitations')
  const path = `/admin/staff/invitations/${await findFirst()}`
  await ask('POST', `${path}/resend`)
  const body = { kind: 'invitation', token: await findToken() }
  await ask('POST', '/auth/read-link', { ...NOBODY, body })
  await ask('DELETE', path)
  await ask('POST', '/admin/staff/invitations')
  const person = { fullName: 'Ravi Shah', password: 'seven green parrots' }
  await ask('POST', '/auth/join', { ...NOBODY, body: { token: await findToken(), ...person } })
  await ask('POST', '/auth/forgot-password', { ...NOBODY, body: { email: viewer } })
  await server.settle()
  const words = { token: await findToken(), password: 'nine green umbrellas' }
  await ask('POST', '/auth/reset-password', { ...NOBODY, body: words })
  const staff = await ask('GET', '/admin/staff')
  const last = `/admin/staff/${Object.values(staff).at(-1)?.['_id']}`
  await ask('PATCH', `${last}/role`)
  await ask('PATCH', `${last}/suspension`)
})

test('profile, sessions, password and e-mail address', async () => {
  const token = await server.signInAs('viewer')
  await ask('GET', '/auth/account', { token })
  await ask('PATCH', '/auth/account', { token })
  const sessions = await ask('GET', '/auth/sessions')
  await ask('DELETE', `/auth/sessions/${sessions['0']?.['_id']}`)
  await ask('DELETE', '/auth/sessions')
  await ask('POST', '/auth/confirm', { token, body: { password: server.password } })
  const newPassword = 'nine purple elephants'
  const body = { password: server.password, newPassword }
  await ask('POST', '/auth/password', { token, body })
  const change = { password: newPassword, email: 'new@team.in' }
  await ask('POST', '/auth/email', { token, body: change })
  await server.settle()
  const otp = await server.getInbox().waitForCode('new@team.in')
  await ask('POST', '/auth/email/verify', { token, body: { otp } })
})

test('exports and deletions of personal data', async () => {
  const token = await server.signInAs('loans')
  await ask('POST', '/auth/export', { token })
  await ask('POST', '/auth/deletion', { token })
  await ask('GET', '/auth/deletion', { token })
  await ask('POST', '/auth/deletion/cancellation', { token, body: {} })
  const owner = { token: await server.signInAs('owner') }
  await ask('POST', `/admin/users/${idOf(1)}/export-offer`, owner)
  for (const method of ['POST', 'GET', 'DELETE'])
    await ask(method, `/admin/users/${idOf(1)}/deletion`, owner)
  for (const list of ['properties', 'users', 'loans', 'payments'])
    await ask('POST', `/admin/${list}/export`, { ...owner, body: { format: 'csv', query: '' } })
})

test('events', async () => {
  const { _id } = await ask('POST', '/events/create')
  await ask('PUT', `/events/${_id}`)
  await ask('GET', '/events/user')
  await ask('DELETE', `/events/${_id}`)
})

test("an owner's listing, from the draft to the review", async () => {
  const token = await server.signIn({ email: SELLER })
  const id = 'e'.repeat(24)
  const path = `/account/listings/${id}`
  await ask('PUT', path, { token, body: FLAT })
  await ask('POST', `${path}/submit`, { token })
  await ask('PATCH', `/admin/properties/${id}/status`)
  await ask('PUT', path, { token, body: { ...FLAT, title: 'Another title', rent: 30_000 } })
  await ask('POST', `${path}/submit`, { token })
  await ask('GET', `/admin/properties/${id}/posting`)
  for (const one of ['/account/listings', path]) await ask('GET', one, { token })
  for (const action of ['sold', 'renew', 'withdraw'])
    await ask('POST', `${path}/${action}`, { token })
  await ask('DELETE', path, { token })
})

test('messages to owners, and push subscriptions', async () => {
  const token = await server.signIn({ email: SELLER })
  const id = 'f'.repeat(24)
  await ask('PUT', `/account/listings/${id}`, { token, body: FLAT })
  await ask('POST', `/account/listings/${id}/submit`, { token })
  const { decide, explain } = makeDecisions(server, await server.signIn(), id)
  await decide('rejected')
  await explain()
  server.clock.advance(60_000)
  await runMessages(server)
  const upTo = (await ask('GET', '/account/messages', { token }))['0']?.['id']
  await ask('POST', `/account/messages/${upTo}/read`, { token })
  await ask('POST', '/account/messages/read', { token, body: { upTo } })
  await ask('PUT', '/account/push', { token })
  await ask('GET', '/account/push', { token })
  await ask('DELETE', '/account/push', { token })
})

test('an upload, from its first byte to the stored photo', async () => {
  const token = await server.signIn({ email: SELLER })
  const asha = makeUploadCalls(server, token)
  const photo = await makePng()
  const uploads = '/account/uploads'
  const headers = makeTusHeaders(token, 0)
  await ask('POST', uploads, { token, headers: { ...headers, 'Upload-Length': '3' } })
  const upload = await asha.open(photo.length)
  await ask('GET', uploads, { token })
  await ask('GET', `${uploads}/${upload}`, { token })
  const length = { 'Content-Length': String(photo.length) }
  const chunk = { token, headers: { ...headers, ...length }, body: photo }
  await ask('PATCH', `${uploads}/${upload}`, chunk)
  await ask('POST', `/account/listings/${'c'.repeat(24)}/media`, { token, body: { upload } })
  await ask('DELETE', `${uploads}/${await asha.open(3)}`, { token, headers })
})

test('a photo of a visit', async () => {
  const token = await server.signIn()
  const upload = await makeUploadCalls(server, token).sendFile(await makePng())
  const path = `/admin/properties/${idOf(1)}`
  const takenAt = '2026-03-01T08:30:00.000Z'
  const { id } = await ask('POST', `${path}/visit-photos`, { token, body: { upload, takenAt } })
  const visit = { id: '65a000000000000000000062', at: takenAt, answers: [], note: '', place: null }
  await ask('POST', `${path}/visits`, { token, body: { ...visit, photos: [id] } })
  await ask('GET', `/admin/visit-photos/${id}?size=small`, { token })
  await ask('GET', `${path}/history`, { token })
})

test('the demo data of an empty marketplace', async () => {
  const empty = await startTestServer({ seed: 'none' })
  await ask('POST', '/admin/demonstration', { at: empty })
  await empty.close()
})

test.each([
  ['GET', '/nothing', 404],
  ['POST', '/healthz', 405],
  ['GET', `/healthz?${'x'.repeat(9_000)}`, 414],
])('%s %.12s gets a %i, which is described for all addresses', async (method, path, status) => {
  const request = new Request(`http://panel.test/api${path}`, { method })
  const answer = await server.app.request(request)
  expect(answer.status).toBe(status)
  await checkAnswer(request, answer)
})

test('calls that need a confirmed identity describe their refusal', async () => {
  const token = await server.signIn()
  server.clock.advance(600_000)
  for (const [method, path] of [
    ['DELETE', '/api/auth/sessions'],
    ['DELETE', `/api/auth/sessions/${idOf(1)}`],
    ['DELETE', `/api/admin/users/${idOf(1)}/deletion`],
    ['POST', `/api/admin/users/${idOf(1)}/export-offer`],
    ['POST', '/api/auth/export'],
  ] as const)
    expect((await call(server, method, path, { token })).json['code']).toBe('confirm-identity')
})

test('each call has returned every success and every 304 that its description has', () => {
  const calls = Object.values(document.paths).flatMap((item) => Object.values(item))
  const wanted = calls.flatMap(({ operationId, responses }) =>
    Object.keys(responses)
      .filter((status) => Number(status) < 400)
      .map((status) => `${operationId} ${status}`),
  )
  expect(wanted.filter((one) => !met.has(one))).toEqual([])
})
