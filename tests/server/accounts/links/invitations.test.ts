import { beforeEach, describe, expect, test } from 'vitest'
import { changeRole, suspendStaff } from '#server/accounts/team/staff-service.ts'
import { PERSONAL_PARTS } from '#server/operations/personal-parts.ts'
import { paths } from '#src/config/paths.ts'
import { call } from '#tests/server/api-call.ts'
import { makeMarket } from '#tests/server/market-data.ts'
import { PUBLIC_URL } from '#tests/support/server/server-fixture.ts'
import {
  serverForEachTest,
  startServerBeside,
  startServerForTest,
} from '#tests/support/server/server-for-test.ts'
import {
  findMailedLink,
  HOUR_MS,
  inviting,
  join,
  login,
  post,
  RAVI,
  tokenOf,
} from './link-steps.ts'

const server = serverForEachTest({ seed: makeMarket(), mail: 'inbox' })
let owner: string
let team: ReturnType<typeof inviting>
beforeEach(async () => {
  owner = await server.signIn()
  team = inviting(server, owner)
})

const mailedLink = () => findMailedLink(server)
const findInvitationId = async () => (await team.list())[0]?._id ?? ''
const listUsers = () => server.db.selectFrom('users').select('id').execute()

test('an invited person joins with the role, is signed in, and can sign in again', async () => {
  const answer = await team.invite(' Ravi@Team.example ')
  expect(answer.text).not.toContain('#')
  expect(answer.json['data']).toMatchObject({ isMailed: true, link: null })
  const [invitation] = await team.list()
  expect(invitation).toMatchObject({ email: RAVI, role: 'reviewer', invitedBy: 'Operator' })
  const subject = 'Join the team of Property Marketplace'
  expect(await server.listMails()).toMatchObject([
    {
      to: [RAVI],
      headers: { subject },
      text: expect.stringMatching(/^Operator invites you .* Your role: Reviewer\./),
      link: expect.stringMatching(new RegExp(`^${PUBLIC_URL}${paths.join}#[\\w-]{43}$`)),
    },
  ])

  const link = await mailedLink()
  const token = tokenOf(link)
  for (let times = 0; times < 3; times += 1)
    expect((await post(server, 'read-link', { kind: 'invitation', token })).json['data']).toEqual({
      email: RAVI,
      accountRole: 'admin',
      role: 'reviewer',
      invitedBy: 'Operator',
      minPasswordChars: 15,
    })
  const joined = await join(server, link)
  const id = invitation?._id
  expect(joined.json['user']).toMatchObject({
    _id: id,
    email: RAVI,
    role: 'admin',
    staffRole: 'reviewer',
  })
  const me = await call(server, 'GET', '/api/admin/me', { token: String(joined.json['token']) })
  expect(me.json['data']).toMatchObject({ name: 'Ravi Shah', role: 'reviewer' })
  expect((await login(server, RAVI)).status).toBe(200)
  expect(await team.list()).toEqual([])

  const log = await server.listAudit()
  const actor_id = await server.findAccountId()
  const about = { entity_id: id, from_value: null }
  expect(log.slice(0, 3)).toMatchObject([
    { ...about, action: 'invite', actor_id, to_value: 'reviewer' },
    { ...about, action: 'join', actor_id: id, to_value: 'reviewer' },
    { ...about, action: 'sign-in', actor_id: id, to_value: null },
  ])
  const stored = JSON.stringify(await server.db.selectFrom('links').selectAll().execute())
  expect(stored).not.toContain(token)
  expect(JSON.stringify(log) + server.logged.join()).not.toMatch(new RegExp(`${RAVI}|${token}`))
})

test('of two people who join with one link at the same time, only one succeeds', async () => {
  await team.invite()
  const link = await mailedLink()
  const beside = await startServerBeside(server)
  const both = await Promise.all([join(server, link), join(beside, link)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
  expect(both.find(({ status }) => status === 410)?.json['code']).toBe('link-used')
  const accounts = server.db.selectFrom('users').select('id').where('email', '=', RAVI)
  expect(await accounts.execute()).toHaveLength(1)
})

describe('a link is refused', () => {
  const EXPIRED = {
    code: 'link-expired',
    error: 'This link has expired. Ask for a new invitation.',
  }
  const REVOKED = { code: 'link-ended', error: 'This invitation was revoked. Ask the owner.' }
  const NEWER = { code: 'link-ended', error: 'A newer link was sent. Open the newest one.' }
  const USED = {
    code: 'link-used',
    error: 'This link was used already. Sign in with your password.',
  }

  test.each<[string, (link: string) => unknown, { code: string; error: string }]>([
    ['72 hours later', () => server.clock.advance(72 * HOUR_MS), EXPIRED],
    ['after it was revoked', async () => team.revoke(await findInvitationId()), REVOKED],
    ['after it was sent again', async () => team.resend(await findInvitationId()), NEWER],
    ['after another invitation to the same address', () => team.invite(RAVI, 'viewer'), NEWER],
    ['after somebody joined with it', (link) => join(server, link), USED],
  ])('%s', async (_, happens, refusal) => {
    await team.invite()
    const link = await mailedLink()
    await happens(link)
    const people = await listUsers()
    const body = { kind: 'invitation', token: tokenOf(link) }
    for (const answer of [await post(server, 'read-link', body), await join(server, link)])
      expect(answer).toMatchObject({ status: 410, json: { success: false, ...refusal } })
    expect(await listUsers()).toEqual(people)
  })

  test.each([
    ['suspended', suspendStaff],
    ['no longer an owner', (db, id, by) => changeRole(db, id, 'viewer', by)],
  ] satisfies [string, typeof suspendStaff][])('if its sender is %s', async (_, change) => {
    await inviting(server, await server.signInAs('owner')).invite()
    const id = await server.findAccountId('owner@team.example')
    await change({ write: server.write, parts: PERSONAL_PARTS }, id, {
      actorId: null,
      deviceLabel: 'A test',
      now: server.clock.now(),
    })
    expect((await join(server, await mailedLink())).json).toMatchObject({ code: 'link-ended' })
    expect(await team.list()).toEqual([])
  })

  test('if it is unknown, cut off or used as a password reset', async () => {
    await team.invite()
    const link = await mailedLink()
    const error = 'This link is not valid. Open the whole link from the e-mail.'
    const unknown = { status: 404, json: { code: 'link-unknown', error } }
    expect(await join(server, `${PUBLIC_URL}/#${'x'.repeat(43)}`)).toMatchObject(unknown)
    const other = await post(server, 'read-link', { kind: 'reset', token: tokenOf(link) })
    expect(other).toMatchObject(unknown)
    const cut = await join(server, link.slice(0, -1))
    expect(cut).toMatchObject({ status: 400, json: { error } })
    expect((await join(server, link)).status).toBe(200)
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
  const link = await mailedLink()
  expect(await join(server, link, change)).toMatchObject({ status: 400, json: { fields } })
  expect((await join(server, link)).status).toBe(200)
})

describe('a refused call changes nothing', () => {
  test('an invitation of a person on the team', async () => {
    const error = 'This address is on the team already.'
    expect(await team.invite(server.operator.email)).toMatchObject({
      status: 409,
      json: { code: 'email-taken', error, fields: { email: error } },
    })
    expect(await team.list()).toEqual([])
    expect(await server.listMails()).toEqual([])
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
    const id = await findInvitationId()
    await team.revoke(id)
    const gone = { status: 404, json: { error: 'This invitation was accepted or revoked.' } }
    expect(await team.revoke(id)).toMatchObject(gone)
    expect(await team.resend(id)).toMatchObject(gone)
    const actions = (await server.listAudit()).map(({ action }) => action)
    expect(actions).toEqual(['invite', 'invite-revoke'])
  })

  test('the forty-first invitation in an hour', { tags: ['long'] }, async () => {
    for (let count = 0; count < 40; count += 1) await team.invite(`p${count}@team.example`)
    expect(await team.invite()).toMatchObject({ status: 429, json: { code: 'too-many' } })
  })
})

test('nobody can join while another person on the team has the address, and the link stays usable', async () => {
  await team.invite()
  const link = await mailedLink()
  await server.signInAs('viewer')
  await server.setAccount('viewer@team.example', { email: RAVI })
  const refused = await join(server, link)
  expect(refused).toMatchObject({ status: 409, json: { code: 'email-taken' } })
  await server.setAccount(RAVI, { email: 'viewer@team.example' })
  expect((await join(server, link)).status).toBe(200)
})

test('if the mail server is down, the invitation stays and can be sent again', async () => {
  await server.getInbox().stop()
  expect((await team.invite()).json['data']).toMatchObject({ isMailed: false, link: null })
  await server.getInbox().start()
  const again = await team.resend(await findInvitationId())
  expect(again.json['data']).toMatchObject({ isMailed: true, link: null })
  expect((await join(server, await mailedLink())).status).toBe(200)
})

test('without a mail server, the link is returned once to the owner and is not in the log', async () => {
  const silent = await startServerForTest({ seed: makeMarket() })
  const own = inviting(silent, await silent.signIn())
  const { isMailed, link } = Object((await own.invite()).json['data'])
  expect(isMailed).toBe(false)
  expect(JSON.stringify(await own.list())).not.toContain('#')
  expect(silent.logged.join()).not.toContain(tokenOf(link))
  expect((await join(silent, link)).status).toBe(200)
})
