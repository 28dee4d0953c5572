import { beforeEach, describe, expect, test } from 'vitest'
import { findAccount } from '#server/accounts/people/account-repository.ts'
import { addStaff } from '#server/accounts/team/staff-service.ts'
import type { Role } from '#src/domain/account/account.ts'
import {
  findMailedLink,
  forgot,
  inviting,
  join,
  login,
  PASSWORD,
  post,
  reset,
} from '#tests/server/accounts/links/link-steps.ts'
import { call } from '#tests/server/api-call.ts'
import { VISIT } from '#tests/server/events/event-calls.ts'
import { makeMarket } from '#tests/server/market-data.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'
import { register, verify } from './end-user-calls.ts'

// An end user and a person on the team may use the same e-mail address. Their two accounts share
// nothing but the address.

const ASHA = 'asha.rao@example.in'
const BY_COMMAND = { actorId: null, deviceLabel: 'Command line' }

const server = serverForEachTest({ seed: makeMarket(), mail: 'inbox' })
beforeEach(() => server.givePassword(ASHA))

async function getAccount(role: Role, email = ASHA) {
  const account = await findAccount(server.db, email, role)
  if (!account) throw new Error(`${email} has no account as ${role}`)
  return account
}

/** Invites the end user Asha to the team. She joins with another password than that of her first account. */
async function joinAsWell() {
  const team = inviting(server, await server.signIn())
  expect((await team.invite(ASHA)).status).toBe(200)
  return join(server, await findMailedLink(server))
}

function signInAs(preferredRole: Role | null, password: string, more: object = {}) {
  const body = { email: ASHA, password, ...(preferredRole && { preferredRole }), ...more }
  return post(server, 'login', body)
}

test('an end user who joins the team gets a second account, and her first one stays unchanged', async () => {
  const before = await getAccount('user')
  const token = await server.signIn({ email: ASHA })
  await call(server, 'POST', '/api/events/create', { token, body: VISIT })
  const events = (await call(server, 'GET', '/api/events/user', { token })).json
  const joined = await joinAsWell()
  expect(joined).toMatchObject({ status: 200, json: { user: { email: ASHA, role: 'admin' } } })
  expect(await getAccount('user')).toEqual(before)
  expect((await call(server, 'GET', '/api/events/user', { token })).json).toEqual(events)
  expect(JSON.stringify(events)).toContain(VISIT.title)

  const owner = await server.signIn()
  const idsOf = async (path: string) => {
    const { json } = await call(server, 'GET', `/api/admin/${path}`, { token: owner })
    return (json['data'] as unknown as { _id: string; email: string }[]) // safe: the contract defines these rows
      .filter(({ email }) => email === ASHA)
      .map(({ _id }) => _id)
  }
  expect(await idsOf('users')).toEqual([before.id])
  expect(await idsOf('staff')).toEqual([(await getAccount('admin')).id])
})

describe('a sign-in', () => {
  const passwordOf = (role: Role) => (role === 'admin' ? PASSWORD : server.password)

  test.each<[Role | null, Role]>([
    [null, 'admin'],
    ['admin', 'admin'],
    ['user', 'user'],
  ])(
    'with the preferred role %s (null: none) opens the account of the role %s',
    async (preferred, meant) => {
      await joinAsWell()
      const other = meant === 'admin' ? 'user' : 'admin'
      const { json } = await signInAs(preferred, passwordOf(meant))
      expect(json['user']).toMatchObject({ role: meant })
      const refused = await signInAs(preferred, passwordOf(other))
      expect(refused).toMatchObject({ status: 401, json: { code: 'invalid-credentials' } })
    },
  )

  test.each<Role | null>([null, 'admin', 'user'])(
    'with the preferred role %s (null: none) opens the only account of an address',
    async (preferred) => {
      const own = await signInAs(preferred, passwordOf('user'))
      expect(own.json['user']).toMatchObject({ role: 'user' })
      const { email, password } = server.operator
      const operator = await signInAs(preferred, password, { email })
      expect(operator.json['user']).toMatchObject({ role: 'admin' })
    },
  )

  test('with a password that both accounts have opens the account of the preferred role', async () => {
    await joinAsWell()
    await server.givePassword(ASHA)
    for (const role of ['user', 'admin'] as const)
      expect((await signInAs(role, passwordOf('user'))).json['user']).toMatchObject({ role })
  })

  test('to one account ends the session of the other account if the request has the token of that session', async () => {
    await joinAsWell()
    const first = String((await signInAs('user', passwordOf('user'))).json['token'])
    const body = { email: ASHA, password: passwordOf('admin') }
    const second = await call(server, 'POST', '/api/auth/login', { body, token: first })
    expect(second.status).toBe(200)
    expect((await call(server, 'GET', '/api/events/user', { token: first })).status).toBe(401)
  })

  test('with an unknown preferred role is refused with an error message', async () => {
    const answer = await signInAs('owner' as Role, PASSWORD)
    expect(answer).toMatchObject({
      status: 400,
      json: { fields: { preferredRole: 'The preferred role must be user or admin.' } },
    })
  })

  test('to one account, from a known device of the other account, is announced by mail only the first time', async () => {
    await joinAsWell()
    const subject = 'New sign-in to your account'
    const notices = async () =>
      (await server.listMails()).filter(({ headers }) => headers['subject'] === subject)
    const enter = async (role: Role, deviceToken?: string) =>
      String((await signInAs(role, passwordOf(role), { deviceToken })).json['deviceToken'])
    const device = await enter('user') // the first sign-in of the account is not announced
    expect(await notices()).toHaveLength(0)
    expect(await enter('admin', device)).toBe(device)
    expect(await notices()).toHaveLength(1)
    for (const role of ['user', 'admin', 'user'] as const)
      expect(await enter(role, device)).toBe(device)
    expect(await notices()).toHaveLength(1)
  })
})

describe('a request for a new password', () => {
  test('mails a link for each account; each mail names its account, and its link sets the password of that account only', async () => {
    await joinAsWell()
    const earlier = (await server.listMails()).length
    expect((await forgot(server, ASHA)).json).toEqual({ success: true, linkSent: true })
    const mails = (await server.listMails()).slice(earlier)
    expect(mails).toMatchObject([
      { text: expect.stringContaining('for your team account at Property Marketplace') },
      { text: expect.stringContaining('for your account at Property Marketplace') },
    ])
    const [team, own] = mails.map(({ link }) => link)
    const before = await getAccount('admin')
    expect((await reset(server, own ?? '', 'nine green umbrellas')).json['role']).toBe('user')
    expect(await getAccount('admin')).toEqual(before)
    expect((await signInAs('user', 'nine green umbrellas')).status).toBe(200)
    expect((await signInAs('admin', PASSWORD)).status).toBe(200)
    expect((await reset(server, team ?? '', 'eleven green kettles')).json['role']).toBe('admin')
    expect((await signInAs('admin', 'eleven green kettles')).status).toBe(200)
  })
})

describe('an address of the team', () => {
  const OWN_ADDRESS = 'reviewer@team.example'

  test('can be registered by an end user; the code from the e-mail creates the second account', async () => {
    await server.signInAs('reviewer')
    const before = await getAccount('admin', OWN_ADDRESS)
    expect((await register(server, { email: OWN_ADDRESS })).status).toBe(200)
    const code = (await server.listMails()).at(-1)?.code ?? ''
    const verified = await verify(server, code, OWN_ADDRESS)
    expect(verified.json['user']).toMatchObject({ email: OWN_ADDRESS, role: 'user' })
    expect(await getAccount('admin', OWN_ADDRESS)).toEqual(before)
    expect((await register(server, { email: OWN_ADDRESS })).json['code']).toBe('email-taken')
  })

  test('lets its owner sign in although a stranger has registered it, and refuses the stranger', async () => {
    await server.signInAs('reviewer')
    await register(server, { email: OWN_ADDRESS, password: 'a password of a stranger' })
    for (const preferredRole of ['user', 'admin']) {
      const enter = (password: string) =>
        post(server, 'login', { email: OWN_ADDRESS, password, preferredRole })
      expect((await enter(server.password)).json['user']).toMatchObject({ role: 'admin' })
      expect((await enter('a password of a stranger')).status).toBe(401)
    }
  })

  test("can be changed to an end user's address, and an end user's address can be changed to one of the team", async () => {
    const member = await server.signIn({ email: ASHA })
    await register(server, { email: 'nisha@example.in' })
    for (const [token, password, email] of [
      [await server.signInAs('reviewer'), server.password, ASHA],
      [member, server.password, server.operator.email],
      [await server.signInAs('viewer'), server.password, 'nisha@example.in'],
    ] as const) {
      const change = (path: string, body: object) =>
        call(server, 'POST', `/api/auth/email${path}`, { token, body })
      expect((await change('', { password, email })).status).toBe(200)
      const otp = (await server.listMails()).findLast(({ code }) => code !== '')?.code
      expect((await change('/verify', { otp })).json).toEqual({ success: true, email })
    }
    expect(await getAccount('admin', ASHA)).toMatchObject({ full_name: 'Reviewer Person' })
    expect(await getAccount('user', server.operator.email)).toMatchObject({ full_name: 'Asha Rao' })
    // Nisha's registration remains: she can still verify the address.
    const left = server.db.selectFrom('registrations').select('email')
    expect(await left.execute()).toEqual([{ email: 'nisha@example.in' }])
  })
})

test("adding an invited person on the command line ends the invitation; the account gets the invitation's id", async () => {
  const team = inviting(server, await server.signIn())
  await team.invite(ASHA)
  const [invitation] = await team.list()
  const person = { email: ASHA, fullName: 'Asha Rao', role: 'viewer' } as const
  const added = await addStaff(server.write, person, { ...BY_COMMAND, now: server.clock.now() })
  expect(added.id).toBe(invitation?._id)
  expect(await team.list()).toEqual([])
  const late = await join(server, await findMailedLink(server))
  expect(late).toMatchObject({ status: 410, json: { code: 'link-ended' } })
  expect((await login(server, ASHA, added.newPassword)).json['user']).toMatchObject({
    _id: invitation?._id,
    staffRole: 'viewer',
  })
})
