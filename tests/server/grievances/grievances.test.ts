import { expect, test } from 'vitest'
import { COMPANY } from '#src/config/company.ts'
import { GRIEVANCE_NUMBER_PATTERN } from '#src/domain/grievance/grievance.ts'
import { ANSWERED_DAYS, INTIMATE_HOURS } from '#src/domain/grievance/grievance-periods.ts'
import { register } from '#tests/server/accounts/sign-in/end-user-calls.ts'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeMarket, makeUser } from '#tests/server/market-data.ts'
import { runMessages } from '#tests/server/notices/messages/message-runs.ts'
import { insertAttempts } from '#tests/server/platform/limits/counted-attempts.ts'
import { readWhole } from '#tests/server/whole-database.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'
import { answerGrievance, listGrievances, SENT, sendGrievance } from './grievance-calls.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const KEY = 'key-of-a-grievance-1'

const server = serverForEachTest({ seed: makeMarket({ users: [makeUser()] }), mail: 'inbox' })

const signInAsAsha = () => server.signIn({ email: 'asha.rao@example.in', preferredRole: 'user' })
const listMails = () => server.getInbox().mails
const advanceTo = (time: string) =>
  server.clock.advance(Date.parse(time) - server.clock.now().getTime())

test('a visitor gets a number, a due date 15 days later, and the acknowledgement by mail at once', async () => {
  const now = server.clock.now()
  const received = await sendGrievance(server)
  const dueAt = new Date(now.getTime() + ANSWERED_DAYS * DAY_MS).toISOString()
  expect(ANSWERED_DAYS).toBe(15)
  expect(received).toMatchObject({
    status: 201,
    json: {
      data: { number: expect.stringMatching(GRIEVANCE_NUMBER_PATTERN), dueAt, isMailed: true },
    },
  })
  await runMessages(server)
  const [mail] = listMails()
  const { number } = received.json['data'] ?? {}
  expect(mail?.to).toEqual([SENT.email])
  expect(mail?.headers['subject']).toBe(`Your grievance ${number} has arrived`)
  expect(mail?.text).toContain(`Its number is ${number}`)
  expect(mail?.text).toContain(COMPANY.grievanceOfficer)
})

test('the mail says the due date in the order of India, in Indian time', async () => {
  advanceTo('2030-06-20T20:00:00.000Z')
  await sendGrievance(server)
  await runMessages(server)
  expect(listMails()[0]?.text).toContain('by 06 Jul 30, 01:30 (Indian time)')
})

test('the acknowledgement repeats nothing that was typed, because anybody can enter any address', async () => {
  await sendGrievance(server, { name: 'Buy now', text: 'at https://spam.example', listing: 'spam' })
  await runMessages(server)
  expect(JSON.stringify(listMails())).not.toMatch(/Buy now|spam/)
})

test('a grievance about an intimate or faked picture is due within hours', async () => {
  const now = server.clock.now()
  const { json } = await sendGrievance(server, { kind: 'intimate' })
  const dueAt = new Date(now.getTime() + INTIMATE_HOURS * HOUR_MS).toISOString()
  expect(json['data']).toMatchObject({ dueAt })
})

test('a grievance that is sent again after a lost answer is stored, counted and mailed once', async () => {
  const first = await sendGrievance(server, {}, { key: KEY })
  const again = await sendGrievance(server, {}, { key: KEY })
  // The sender may be signed in or out by the time of the repeat.
  const signedIn = await sendGrievance(server, {}, { key: KEY, token: await signInAsAsha() })
  for (const { json, status, headers } of [again, signedIn]) {
    expect({ json, status }).toEqual({ json: first.json, status: first.status })
    expect(headers.get('Idempotency-Replayed')).toBe('true')
  }
  const other = await sendGrievance(server, { text: 'Another.' }, { key: KEY })
  expect(other).toMatchObject({ status: 422, json: { code: 'key-reused' } })
  await runMessages(server)
  expect(listMails()).toHaveLength(1)
  expect(await server.db.selectFrom('grievances').select('id').execute()).toHaveLength(1)
  const counted = server.db.selectFrom('attempts').select('id').where('kind', '=', 'grievance')
  expect(await counted.execute()).toHaveLength(1)
})

test.each([
  ['no name', { name: ' ' }, 'name', 'Enter your name.'],
  [
    'no contact',
    { email: '', phoneNumber: '' },
    'email',
    'Enter an e-mail address or a mobile number, so that we can answer.',
  ],
  ['no address in the e-mail', { email: 'meera' }, 'email', 'Enter a valid e-mail address.'],
  [
    'too short a number',
    { phoneNumber: '12' },
    'phoneNumber',
    'Enter an Indian mobile number with 10 digits, such as 98765 43210.',
  ],
  ['an unknown kind', { kind: 'noise' }, 'kind', 'Choose what it is about.'],
  ['no text', { text: ' \n' }, 'text', 'Describe what happened.'],
  ['too long a text', { text: 'x'.repeat(5_001) }, 'text', 'Use at most 5,000 characters.'],
  ['too long a link', { listing: 'x'.repeat(301) }, 'listing', 'Use at most 300 characters.'],
])('with %s, it is refused at its field, and stores nothing', async (_, body, field, sentence) => {
  const refused = await sendGrievance(server, body)
  expect(refused).toMatchObject({
    status: 400,
    json: { code: 'invalid-input', fields: { [field]: sentence } },
  })
  expect(await server.db.selectFrom('grievances').select('id').execute()).toEqual([])
})

test('a mobile number is enough, and then no mail is promised or sent', async () => {
  const { status, json } = await sendGrievance(server, { email: '', phoneNumber: '98765 43210' })
  expect({ status, data: json['data'] }).toMatchObject({ status: 201, data: { isMailed: false } })
  await runMessages(server)
  expect(listMails()).toEqual([])
  const [row] = await listGrievances(server, await server.signIn())
  expect(row).toMatchObject({ email: null, phoneNumber: '+91 98765 43210' })
})

test('without a mail server, no mail is promised, and nothing waits for one', async () => {
  const mailer = { ...server.mailer, isConfigured: false }
  await sendGrievance(server)
  await runMessages(server, { mailer })
  expect(await server.db.selectFrom('jobs').select('id').execute()).toEqual([])
})

test('the sixth grievance of a contact within an hour is refused, and another contact may still send one', async () => {
  for (let sent = 0; sent < 5; sent += 1)
    await sendGrievance(server, {}, { from: `203.0.113.${sent}` })
  const refused = await sendGrievance(server, {}, { from: '203.0.113.9' })
  expect(refused).toMatchObject({ status: 429, json: { code: 'too-many' } })
  expect(refused.json['error']).toMatch(
    /^Too many grievances were sent\. Try again in \d+ minutes\.$/,
  )
  const other = await sendGrievance(server, { email: 'bina@example.in' }, { from: '203.0.113.9' })
  expect(other.status).toBe(201)
  server.clock.advance(HOUR_MS)
  expect((await sendGrievance(server)).status).toBe(201)
})

test('an IPv6 /48 has one allowance for all of its networks', async () => {
  await sendGrievance(server, {}, { from: '2001:db8:7:1::1' })
  const [{ site } = { site: null }] = await server.db
    .selectFrom('attempts')
    .select('site')
    .where('kind', '=', 'grievance')
    .execute()
  await insertAttempts(server, 'grievance', 100, { site: site ?? '' })
  const refused = await sendGrievance(
    server,
    { email: 'b@example.in' },
    { from: '2001:db8:7:ffff::1' },
  )
  expect(refused.status).toBe(429)
  expect(
    (await sendGrievance(server, { email: 'b@example.in' }, { from: '2001:db8:8::1' })).status,
  ).toBe(201)
})

test('a member reads in the messages that it has arrived, and then the answer, which is also mailed', async () => {
  const token = await signInAsAsha()
  await sendGrievance(server, { email: 'asha.rao@example.in' }, { token })
  await runMessages(server)
  const readMessages = async () =>
    (await call(server, 'GET', '/api/account/messages', { token })).json
  expect(await readMessages()).toMatchObject({
    meta: { unread: 0 },
    data: [{ kind: 'grievance-received', isAnswered: false, grievance: { answer: null } }],
  })
  const support = await server.signInAs('support')
  const [open] = await listGrievances(server, support)
  expect(open).toMatchObject({ userId: idOf(1), answer: null, answeredBy: null })
  server.clock.advance(60_000)
  await answerGrievance(server, support, open?._id ?? '', 'We have removed it.')
  await runMessages(server)
  expect(await readMessages()).toMatchObject({
    meta: { unread: 1 },
    data: [
      {
        kind: 'grievance-answered',
        isRead: false,
        listingId: null,
        grievance: { number: open?.number, answer: 'We have removed it.' },
      },
      { kind: 'grievance-received', isAnswered: true, isRead: true, grievance: { answer: null } },
    ],
  })
  expect(listMails().map(({ to, headers }) => [to, headers['subject']])).toEqual([
    [['asha.rao@example.in'], `Your grievance ${open?.number} has arrived`],
    [['asha.rao@example.in'], `Answer to your grievance ${open?.number}`],
  ])
  expect(listMails()[1]?.text).toContain('We have removed it.')
})

test('a visitor reads the answer in the mail alone, whatever account has the address', async () => {
  const token = await signInAsAsha()
  await sendGrievance(server, { email: 'asha.rao@example.in' })
  const operator = await server.signIn()
  const [open] = await listGrievances(server, operator)
  await answerGrievance(server, operator, open?._id ?? '', 'We have removed it.')
  await runMessages(server)
  expect(listMails()).toHaveLength(2)
  const { json } = await call(server, 'GET', '/api/account/messages', { token })
  expect(json['data']).toEqual([])
})

test('a registration whose address is not verified sends as a visitor, and can end without its grievance', async () => {
  const { json } = await register(server)
  const token = String(json['token'])
  expect((await sendGrievance(server, {}, { token })).status).toBe(201)
  const rows = await server.db.selectFrom('grievances').select('user_id').execute()
  expect(rows).toEqual([{ user_id: null }])
})

test('a hanging mail to one visitor delays neither other visitors nor members', async () => {
  await sendGrievance(server, { email: 'one@example.in' })
  const never = new Promise<boolean>(() => {})
  const { mailer } = server
  const hanging = { ...mailer, send: () => never }
  void runMessages(server, { mailer: hanging })
  const isLeased = () =>
    server.db.selectFrom('jobs').select('id').where('leased_until', 'is not', null)
  await expect.poll(() => isLeased().execute()).toHaveLength(1)
  await sendGrievance(server, { email: 'two@example.in' })
  await sendGrievance(server, { email: 'asha.rao@example.in' }, { token: await signInAsAsha() })
  await runMessages(server)
  const to = listMails().flatMap((mail) => mail.to)
  expect(to.sort()).toEqual(['asha.rao@example.in', 'two@example.in'])
})

test('a refused mail to a visitor is sent again a minute later', async () => {
  server.getInbox().refuse('recipient')
  await sendGrievance(server)
  await runMessages(server)
  expect(listMails()).toEqual([])
  server.getInbox().refuse(null)
  server.clock.advance(60_000)
  await runMessages(server)
  expect(listMails()).toHaveLength(1)
})

test('the second of two people who answer is told who answered already, and changes nothing', async () => {
  await sendGrievance(server)
  advanceTo('2030-06-20T09:12:00.000Z')
  const [one, other] = [await server.signIn(), await server.signInAs('support')]
  const [open] = await listGrievances(server, one)
  const id = open?._id ?? ''
  const first = await answerGrievance(server, one, id, 'We have removed it.')
  expect(first).toMatchObject({ status: 200, json: { data: { answer: 'We have removed it.' } } })
  const before = await readWhole(server)
  const late = await answerGrievance(server, other, id, 'It stays.')
  expect(late).toMatchObject({ status: 409, json: { code: 'answered-already' } })
  expect(late.json['error']).toMatch(
    / answered this on 20 Jun 30 at 14:42\. Your answer was not sent\.$/,
  )
  const repeat = await answerGrievance(server, one, id, 'We have removed it.')
  expect(repeat.json).toEqual(first.json)
  expect(await readWhole(server)).toEqual(before)
})

test('an answer is in the audit log, without its text', async () => {
  await sendGrievance(server)
  const token = await server.signIn()
  const [open] = await listGrievances(server, token)
  await answerGrievance(server, token, open?._id ?? '', 'We have removed it.')
  const { json } = await call(server, 'GET', '/api/admin/audit?entity=grievance', { token })
  expect(json['data']).toMatchObject([
    { action: 'grievance-answer', entityId: open?._id, to: open?.number, from: null },
  ])
  expect(JSON.stringify(json)).not.toContain('removed')
})

test.each(['f'.repeat(24), 'no-id'])(
  'an answer to %s, which does not exist, is a 404',
  async (id) => {
    const answer = await answerGrievance(server, await server.signIn(), id, 'Hello.')
    expect(answer).toMatchObject({ status: 404, json: { code: 'not-found' } })
  },
)

test('the list is unchanged for its ETag until a grievance arrives or is answered', async () => {
  const token = await server.signIn()
  await sendGrievance(server)
  const read = (tag = '') =>
    call(server, 'GET', '/api/admin/grievances', { token, headers: { 'If-None-Match': tag } })
  const tag = (await read()).headers.get('ETag') ?? ''
  expect((await read(tag)).status).toBe(304)
  server.clock.advance(1_000)
  await sendGrievance(server, { text: 'A second one.' })
  const second = await read(tag)
  expect(second.json['data']).toMatchObject([{ text: 'A second one.' }, { text: SENT.text }])
})
