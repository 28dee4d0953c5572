// @module-tag slow
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findStaffByEmail } from '#server/auth/staff/staff-repository.ts'
import { changeRole, suspendStaff } from '#server/auth/staff/staff-service.ts'
import { paths } from '#src/config/paths.ts'
import { call } from '#tests/server/api-call.ts'
import { makeMarket } from '#tests/server/market-data.ts'
import {
  PUBLIC_URL,
  startTestServer,
  type TestServer,
} from '#tests/support/server/server-fixture.ts'
import { HOUR_MS, inviting, join, listAudit, login, post, RAVI, tokenOf } from './link-steps.ts'

let server: TestServer
let owner: string
let team: ReturnType<typeof inviting>

async function start(options: Parameters<typeof startTestServer>[0] = {}) {
  server = await startTestServer({ seed: makeMarket(), mail: 'inbox', ...options })
  owner = await server.signIn()
  team = inviting(server, owner)
}
beforeEach(() => start())
afterEach(() => server.close())

const mailedLink = () => server.getInbox().mails.at(-1)?.link ?? ''
const sentOf = (answer: Awaited<ReturnType<typeof call>>) => answer.json['data'] as object

test('an invited person joins with the role, is signed in, and can sign in again', async () => {
  const answer = await team.invite(' Ravi@Team.example ')
  expect(answer.text).not.toContain('#')
  expect(sentOf(answer)).toMatchObject({ isMailed: true, link: null })
  const [invitation] = await team.list()
  expect(invitation).toMatchObject({ email: RAVI, role: 'reviewer', invitedBy: 'Operator' })
  const [mail] = server.getInbox().mails
  expect(mail).toMatchObject({
    to: [RAVI],
    headers: { subject: 'Join the team of Property Marketplace' },
  })
  expect(mail?.text).toMatch(/^Operator invites you .* Your role: Reviewer\./)
  expect(mailedLink()).toMatch(new RegExp(`^${PUBLIC_URL}${paths.join}#[\\w-]{43}$`))

  const token = tokenOf(mailedLink())
  const read = () => post(server, 'read-link', { kind: 'invitation', token })
  const info = {
    email: RAVI,
    accountRole: 'admin',
    role: 'reviewer',
    invitedBy: 'Operator',
    minPasswordChars: 15,
  }
  for (let times = 0; times < 3; times += 1) expect((await read()).json['data']).toEqual(info)
  const joined = await join(server, mailedLink())
  expect(joined.json['user']).toMatchObject({ email: RAVI, role: 'admin', staffRole: 'reviewer' })
  const me = await call(server, 'GET', '/api/admin/me', { token: String(joined.json['token']) })
  expect(me.json['data']).toMatchObject({ name: 'Ravi Shah', role: 'reviewer' })
  expect((await login(server, RAVI)).status).toBe(200)
  expect(await team.list()).toEqual([])

  const id = invitation?._id
  expect(joined.json['user']).toMatchObject({ _id: id })
  const ownerId = (await findStaffByEmail(server.db, server.operator.email))?.id
  const log = await listAudit(server)
  expect(log.slice(0, 3)).toEqual([
    { action: 'invite', actor_id: ownerId, entity_id: id, from_value: null, to_value: 'reviewer' },
    { action: 'join', actor_id: id, entity_id: id, from_value: null, to_value: 'reviewer' },
    { action: 'sign-in', actor_id: id, entity_id: id, from_value: null, to_value: null },
  ])
  const stored = JSON.stringify(await server.db.selectFrom('links').selectAll().execute())
  expect(stored).not.toContain(token)
  expect(JSON.stringify(log) + server.logged.join()).not.toMatch(new RegExp(`${RAVI}|${token}`))
})

test('of two people who join with one link at the same time, only one succeeds', async () => {
  await team.invite()
  const link = mailedLink()
  const both = await Promise.all([join(server, link), join(server, link)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
  const accounts = server.db.selectFrom('users').select('id').where('email', '=', RAVI)
  expect(await accounts.execute()).toHaveLength(1)
})

describe('a link is refused', () => {
  const byRavi = async () => (await team.list())[0]?._id ?? ''
  const suspendInviter = async () => {
    const boss = await server.signInAs('owner')
    await inviting(server, boss).invite()
    const { id = '' } = (await findStaffByEmail(server.db, 'owner@team.example')) ?? {}
    return { id, by: { actorId: null, deviceLabel: 'A test', now: server.clock.now() } }
  }

  test.each<[string, () => Promise<unknown>, number, string, string]>([
    [
      '72 hours later',
      async () => server.clock.advance(72 * HOUR_MS),
      410,
      'link-expired',
      'This link has expired. Ask for a new invitation.',
    ],
    [
      'after it was revoked',
      async () => team.revoke(await byRavi()),
      410,
      'link-ended',
      'This invitation was revoked. Ask the owner.',
    ],
    [
      'after it was sent again',
      async () => team.resend(await byRavi()),
      410,
      'link-ended',
      'A newer link was sent. Open the newest one.',
    ],
    [
      'after another invitation to the same address',
      () => team.invite(RAVI, 'viewer'),
      410,
      'link-ended',
      'A newer link was sent. Open the newest one.',
    ],
    [
      'after somebody joined with it',
      () => join(server, mailedLink()),
      410,
      'link-used',
      'This link was used already. Sign in with your password.',
    ],
  ])('%s', async (_, happens, status, code, error) => {
    await team.invite()
    const link = mailedLink()
    await happens()
    const people = await server.db.selectFrom('users').select('id').execute()
    const body = { kind: 'invitation', token: tokenOf(link) }
    for (const answer of [await post(server, 'read-link', body), await join(server, link)])
      expect(answer).toMatchObject({ status, json: { success: false, code, error } })
    expect(await server.db.selectFrom('users').select('id').execute()).toEqual(people)
  })

  test.each([
    ['suspended', suspendStaff],
    ['no longer an owner', (db, id, by) => changeRole(db, id, 'viewer', by)],
  ] satisfies [string, typeof suspendStaff][])('if its sender is %s', async (_, change) => {
    const { id, by } = await suspendInviter()
    await change(server.db, id, by)
    expect((await join(server, mailedLink())).json).toMatchObject({ code: 'link-ended' })
    expect(await team.list()).toEqual([])
  })

  test('if it is unknown, cut off or used as a password reset', async () => {
    await team.invite()
    const token = tokenOf(mailedLink())
    const error = 'This link is not valid. Open the whole link from the e-mail.'
    const unknown = { status: 404, json: { code: 'link-unknown', error } }
    expect(await join(server, `${PUBLIC_URL}/#${'x'.repeat(43)}`)).toMatchObject(unknown)
    const other = await post(server, 'read-link', { kind: 'reset', token })
    expect(other).toMatchObject(unknown)
    const cut = await join(server, mailedLink().slice(0, -1))
    expect(cut).toMatchObject({ status: 400, json: { error } })
    expect((await join(server, mailedLink())).status).toBe(200)
  })
})

test.each([
  ['a name is missing', { fullName: ' ' }, { fullName: 'Enter your name.' }],
  ['the password is short', { password: 'short' }, { password: 'Choose at least 8 characters.' }],
  [
    'the password is a common one',
    { password: 'password123' },
    { password: expect.stringContaining('first that anyone would try') },
  ],
  [
    'the password is the name',
    { password: 'ravishah99' },
    { password: expect.stringContaining('easy to guess') },
  ],
])('joining is refused and the link stays usable when %s', async (_, change, fields) => {
  await team.invite()
  expect(await join(server, mailedLink(), change)).toMatchObject({ status: 400, json: { fields } })
  expect((await join(server, mailedLink())).status).toBe(200)
})

describe('a refused call changes nothing', () => {
  test('an invitation of a person on the team', async () => {
    const error = 'This address is on the team already.'
    const answer = await team.invite('operator@marketplace.example')
    expect(answer).toMatchObject({
      status: 409,
      json: { code: 'email-taken', error, fields: { email: error } },
    })
    expect(await team.list()).toEqual([])
    expect(server.getInbox().mails).toEqual([])
  })

  test('an invitation with invalid fields, and revoking or resending a revoked invitation', async () => {
    const bad = await call(server, 'POST', '/api/admin/staff/invitations', {
      token: owner,
      body: { email: 'ravi@', role: 'boss' },
    })
    expect(bad.json['fields']).toEqual({
      email: 'Enter a valid e-mail address.',
      role: 'The role must be owner, reviewer, loans, support, viewer.',
    })
    await team.invite()
    const [{ _id = '' } = {}] = await team.list()
    await team.revoke(_id)
    const gone = { status: 404, json: { error: 'This invitation was accepted or revoked.' } }
    expect(await team.revoke(_id)).toMatchObject(gone)
    expect(await team.resend(_id)).toMatchObject(gone)
    expect((await listAudit(server)).map(({ action }) => action)).toEqual([
      'invite',
      'invite-revoke',
    ])
  })

  test('the forty-first invitation in an hour', async () => {
    for (let count = 0; count < 40; count += 1) await team.invite(`p${count}@team.example`)
    expect(await team.invite()).toMatchObject({ status: 429, json: { code: 'too-many' } })
  })
})

test('nobody can join while another person on the team has the address, and the link stays usable', async () => {
  await team.invite()
  await server.signInAs('viewer')
  const { id } = await server.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'viewer@team.example')
    .executeTakeFirstOrThrow()
  await server.db.updateTable('users').set({ email: RAVI }).where('id', '=', id).execute()
  expect(await join(server, mailedLink())).toMatchObject({
    status: 409,
    json: { code: 'email-taken' },
  })
  await server.db
    .updateTable('users')
    .set({ email: 'viewer@team.example' })
    .where('id', '=', id)
    .execute()
  expect((await join(server, mailedLink())).status).toBe(200)
})

test('if the mail server is down, the invitation stays and can be sent again', async () => {
  await server.getInbox().stop()
  expect(sentOf(await team.invite())).toMatchObject({ isMailed: false, link: null })
  const [{ _id = '' } = {}] = await team.list()
  await server.getInbox().start()
  expect(sentOf(await team.resend(_id))).toMatchObject({ isMailed: true, link: null })
  expect((await join(server, mailedLink())).status).toBe(200)
})

test('without a mail server, the link is returned once to the owner and is not in the log', async () => {
  await server.close()
  await start({ mail: 'none' })
  const { link, isMailed } = sentOf(await team.invite()) as { link: string; isMailed: boolean }
  expect(isMailed).toBe(false)
  expect(JSON.stringify(await team.list())).not.toContain('#')
  expect(server.logged.join()).not.toContain(tokenOf(link))
  expect((await join(server, link)).status).toBe(200)
})
