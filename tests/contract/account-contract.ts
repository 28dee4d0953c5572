import { describe, expect } from 'vitest'
import { ErrorAnswerSchema } from '#src/domain/wire.ts'
import { EventsWire, EventWire, SignInWire, VerifyWire } from './account-wire.ts'
import { findGuardFlaws } from './answer-check.ts'
import {
  type ContractBackend,
  expectRefusal,
  makeContractTest,
  readAs,
} from './contract-backend.ts'
import { ADMIN_CALLS, EVENT_CALLS } from './contract-calls.ts'

// Tests of the end user's calls, by sections 3, 4 and 7 of the specification. Every backend that the
// app supports must pass them.

const OPEN_HOUSE = {
  title: 'Open house in Baner',
  kind: 'open-house',
  startsAt: '2026-07-04T04:30:00.000Z',
  endsAt: '2026-07-04T06:30:00.000Z',
  place: 'Baner Road, Pune',
}
const registration = (email: string) => ({
  fullName: 'Meera Iyer',
  email,
  phoneNumber: '+91 98765 43210',
  password: 'seven green parrots',
  isAdult: true,
})

type AccountTest = ReturnType<typeof makeAccountTest>

/** In each test, `meera` is a registered user with her session. */
function makeAccountTest(start: () => Promise<ContractBackend>) {
  return makeContractTest(start).extend('meera', ({ backend }) =>
    register(backend, 'meera@example.in'),
  )
}

export function describeAccountContract(name: string, start: () => Promise<ContractBackend>): void {
  const test = makeAccountTest(start)
  describe(`the end user's calls on ${name}`, () => {
    describeAccounts(test)
    describeRoles(test)
    describeEvents(test)
  })
}

function describeAccounts(test: AccountTest): void {
  test('registering returns the user and a token, and the list of events is empty', async ({
    meera,
  }) => {
    expect(await meera.listEvents()).toEqual([])
  })

  test('a verified e-mail address cannot be registered again', async ({ backend, meera }) => {
    const { email, ask } = meera
    const otp = await backend.findCode(email)
    expect((await ask('POST', '/auth/verify-otp', { email, otp })).status).toBe(200)
    const again = await backend.request('POST', '/auth/register', { body: registration(email) })
    expect(again.status).toBe(409)
    expect(await readAs(ErrorAnswerSchema, again)).not.toHaveProperty('token')
  })

  test('a registration without e-mail address or password is refused', async ({ backend }) => {
    for (const body of [{}, { email: 'meera@example.in' }, { password: 'seven green parrots' }])
      await expectRefusal(await backend.request('POST', '/auth/register', { body }), 400)
  })

  test('a registered user signs in with the right password only', async ({ backend, meera }) => {
    const { email, password } = registration(meera.email)
    const signIn = (body: object) => backend.request('POST', '/auth/login', { body })
    const { user } = await readAs(SignInWire, await signIn({ email, password }))
    expect(user).toMatchObject({ email, fullName: 'Meera Iyer', role: 'user' })
    await expectRefusal(await signIn({ email, password: 'not it at all' }), 401)
  })

  test('the answer to a correct one-time code has the user, a working token and a message', async ({
    backend,
    meera: { email, ask },
  }) => {
    const otp = await backend.findCode(email)
    const answer = await readAs(VerifyWire, await ask('POST', '/auth/verify-otp', { email, otp }))
    expect(answer.user.email).toBe(email)
    const list = await backend.request('GET', '/events/user', { token: answer.token })
    expect(list.status).toBe(200)
  })

  test('a wrong one-time code gets a 400 with an error message, and the session remains valid', async ({
    backend,
    meera: { email, ask },
  }) => {
    const otp = (await backend.findCode(email)) === '000000' ? '000001' : '000000'
    await expectRefusal(await ask('POST', '/auth/verify-otp', { email, otp }), 400)
    expect((await ask('GET', '/events/user')).status).toBe(200)
  })
}

function describeRoles(test: AccountTest): void {
  test('every call on events needs a valid token', async ({ backend }) => {
    for (const [method, path] of EVENT_CALLS) {
      const body = method === 'POST' || method === 'PUT' ? OPEN_HOUSE : undefined
      const flaws = await findGuardFlaws(backend.request, method, path, body)
      expect({ method, path, flaws }).toEqual({ method, path, flaws: [] })
    }
  })

  test("every call of the operator refuses an end user's token", async ({ meera }) => {
    for (const [method, path] of ADMIN_CALLS) {
      const body = method === 'PATCH' ? { status: 'approved' } : undefined
      const answer = await meera.ask(method, path, body)
      expect({ method, path, status: answer.status }).toEqual({ method, path, status: 403 })
      await readAs(ErrorAnswerSchema, answer)
    }
  })
}

function describeEvents(test: AccountTest): void {
  test('a created event is returned with its id and appears in the list', async ({ meera }) => {
    const created = await meera.createEvent()
    expect(created).toMatchObject(OPEN_HOUSE)
    expect(await meera.listEvents()).toEqual([created])
  })

  test('a created event is returned with all its fields, also with those that the backend does not know', async ({
    meera,
  }) => {
    const own = { anything: 1, deep: { list: [1, 'two', null] } }
    expect(await meera.createEvent(own)).toMatchObject(own)
  })

  test('an update changes only the sent fields, and its answer equals the event in the list', async ({
    meera,
  }) => {
    const { _id } = await meera.createEvent()
    const answer = await meera.ask('PUT', `/events/${_id}`, { title: 'Site visit', _id: 'mine' })
    const updated = await readAs(EventWire, answer)
    expect(updated).toMatchObject({ ...OPEN_HOUSE, title: 'Site visit', _id })
    expect(await meera.listEvents()).toEqual([updated])
  })

  test('a deleted event disappears from the list, and the others remain', async ({ meera }) => {
    const first = await meera.createEvent()
    const second = await meera.createEvent()
    expect(first._id).not.toBe(second._id)
    expect((await meera.ask('DELETE', `/events/${first._id}`)).ok).toBe(true)
    expect(await meera.listEvents()).toEqual([second])
    expect((await meera.ask('DELETE', `/events/${first._id}`)).status).toBe(404)
  })

  test('an id in the payload of a new event is ignored', async ({ meera }) => {
    expect((await meera.createEvent({ ...OPEN_HOUSE, _id: 'mine' }))._id).not.toBe('mine')
  })

  test("another user's event can be neither read nor changed", async ({ backend, meera }) => {
    const ravi = await register(backend, 'ravi@example.in')
    const created = await meera.createEvent()
    const path = `/events/${created._id}`
    await expectRefusal(await ravi.ask('PUT', path, { title: 'Mine now' }), 404)
    await expectRefusal(await ravi.ask('DELETE', path), 404)
    expect(await ravi.listEvents()).toEqual([])
    expect(await meera.listEvents()).toEqual([created])
  })

  test('an event that is not an object is refused', async ({ meera }) => {
    for (const body of [[], 'text', 7])
      await expectRefusal(await meera.ask('POST', '/events/create', body), 400)
  })
}

async function register(backend: ContractBackend, email: string) {
  const answer = await backend.request('POST', '/auth/register', { body: registration(email) })
  expect(answer.ok).toBe(true)
  const { user, token } = await readAs(SignInWire, answer)
  expect(user).toMatchObject({ email, fullName: 'Meera Iyer', role: 'user' })
  const ask = (method: string, path: string, body?: unknown) =>
    backend.request(method, path, { token, body })
  return {
    email,
    ask,
    createEvent: async (event: object = OPEN_HOUSE) =>
      readAs(EventWire, await ask('POST', '/events/create', event)),
    listEvents: async () => readAs(EventsWire, await ask('GET', '/events/user')),
  }
}
