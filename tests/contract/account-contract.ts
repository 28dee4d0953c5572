import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ErrorAnswerSchema } from '#src/domain/wire.ts'
import { EventsWire, EventWire, SignInWire, VerifyWire } from './account-wire.ts'
import { findGuardFlaws } from './answer-check.ts'
import { type ContractBackend, readAs } from './contract-backend.ts'
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

/** A registered user with their session. */
interface Person {
  email: string
  token: string
  ask(method: string, path: string, body?: unknown): Promise<Response>
}

export function describeAccountContract(name: string, start: () => Promise<ContractBackend>): void {
  describe(`the end user's calls on ${name}`, () => {
    let backend: ContractBackend
    beforeEach(async () => {
      backend = await start()
    })
    afterEach(() => backend.close())

    describeAccounts(() => backend)
    describeRoles(() => backend)
    describeEvents(() => backend)
  })
}

function describeAccounts(backend: () => ContractBackend): void {
  it('registering returns the user and a token, and the list of events is empty', async () => {
    const { ask } = await register(backend(), 'meera@example.in')
    expect(await readAs(EventsWire, await ask('GET', '/events/user'))).toEqual([])
  })

  it('a verified e-mail address cannot be registered again', async () => {
    const { email, ask } = await register(backend(), 'meera@example.in')
    const otp = await backend().findCode(email)
    expect((await ask('POST', '/auth/verify-otp', { email, otp })).status).toBe(200)
    const again = await post('/auth/register', registration('meera@example.in'))
    expect(again.status).toBe(409)
    expect(await readAs(ErrorAnswerSchema, again)).not.toHaveProperty('token')
  })

  it('a registration without e-mail address or password is refused', async () => {
    for (const body of [{}, { email: 'meera@example.in' }, { password: 'seven green parrots' }]) {
      const answer = await post('/auth/register', body)
      expect(answer.status).toBe(400)
      await readAs(ErrorAnswerSchema, answer)
    }
  })

  it('a registered user signs in with the right password only', async () => {
    await register(backend(), 'meera@example.in')
    const { email, password } = registration('meera@example.in')
    const { user } = await readAs(SignInWire, await post('/auth/login', { email, password }))
    expect(user).toMatchObject({ email, fullName: 'Meera Iyer', role: 'user' })
    const wrong = await post('/auth/login', { email, password: 'not it at all' })
    expect(wrong.status).toBe(401)
    await readAs(ErrorAnswerSchema, wrong)
  })

  it('the answer to a correct one-time code has the user, a working token and a message', async () => {
    const { email, ask } = await register(backend(), 'meera@example.in')
    const otp = await backend().findCode(email)
    const answer = await readAs(VerifyWire, await ask('POST', '/auth/verify-otp', { email, otp }))
    expect(answer.user.email).toBe(email)
    const list = await backend().request('GET', '/events/user', { token: answer.token })
    expect(list.status).toBe(200)
  })

  it('a wrong one-time code gets a 400 with an error message, and the session remains valid', async () => {
    const { email, ask } = await register(backend(), 'meera@example.in')
    const otp = (await backend().findCode(email)) === '000000' ? '000001' : '000000'
    const answer = await ask('POST', '/auth/verify-otp', { email, otp })
    expect(answer.status).toBe(400)
    await readAs(ErrorAnswerSchema, answer)
    expect((await ask('GET', '/events/user')).status).toBe(200)
  })

  const post = (path: string, body: unknown) => backend().request('POST', path, { body })
}

function describeRoles(backend: () => ContractBackend): void {
  it('every call on events needs a valid token', async () => {
    for (const [method, path] of EVENT_CALLS) {
      const body = method === 'POST' || method === 'PUT' ? OPEN_HOUSE : undefined
      const flaws = await findGuardFlaws(backend().request, method, path, body)
      expect({ method, path, flaws }).toEqual({ method, path, flaws: [] })
    }
  })

  it("every call of the operator refuses an end user's token", async () => {
    const { ask } = await register(backend(), 'meera@example.in')
    for (const [method, path] of ADMIN_CALLS) {
      const body = method === 'PATCH' ? { status: 'approved' } : undefined
      const answer = await ask(method, path, body)
      expect({ method, path, status: answer.status }).toEqual({ method, path, status: 403 })
      await readAs(ErrorAnswerSchema, answer)
    }
  })
}

function describeEvents(backend: () => ContractBackend): void {
  it('a created event is returned with its id and appears in the list', async () => {
    const { ask } = await register(backend(), 'meera@example.in')
    const created = await readAs(EventWire, await ask('POST', '/events/create', OPEN_HOUSE))
    expect(created).toMatchObject(OPEN_HOUSE)
    expect(await readAs(EventsWire, await ask('GET', '/events/user'))).toEqual([created])
  })

  it('a created event is returned with all its fields, also with those that the backend does not know', async () => {
    const { ask } = await register(backend(), 'meera@example.in')
    const own = { anything: 1, deep: { list: [1, 'two', null] } }
    expect(await readAs(EventWire, await ask('POST', '/events/create', own))).toMatchObject(own)
  })

  it('an update changes only the sent fields, and its answer equals the event in the list', async () => {
    const { ask } = await register(backend(), 'meera@example.in')
    const { _id } = await readAs(EventWire, await ask('POST', '/events/create', OPEN_HOUSE))
    const answer = await ask('PUT', `/events/${_id}`, { title: 'Site visit', _id: 'mine' })
    const updated = await readAs(EventWire, answer)
    expect(updated).toMatchObject({ ...OPEN_HOUSE, title: 'Site visit', _id })
    expect(await readAs(EventsWire, await ask('GET', '/events/user'))).toEqual([updated])
  })

  it('a deleted event disappears from the list, and the others remain', async () => {
    const { ask } = await register(backend(), 'meera@example.in')
    const first = await readAs(EventWire, await ask('POST', '/events/create', OPEN_HOUSE))
    const second = await readAs(EventWire, await ask('POST', '/events/create', OPEN_HOUSE))
    expect(first._id).not.toBe(second._id)
    expect((await ask('DELETE', `/events/${first._id}`)).ok).toBe(true)
    expect(await readAs(EventsWire, await ask('GET', '/events/user'))).toEqual([second])
    expect((await ask('DELETE', `/events/${first._id}`)).status).toBe(404)
  })

  it('an id in the payload of a new event is ignored', async () => {
    const { ask } = await register(backend(), 'meera@example.in')
    const answer = await ask('POST', '/events/create', { ...OPEN_HOUSE, _id: 'mine' })
    expect((await readAs(EventWire, answer))._id).not.toBe('mine')
  })

  it("another user's event can be neither read nor changed", async () => {
    const meera = await register(backend(), 'meera@example.in')
    const ravi = await register(backend(), 'ravi@example.in')
    const created = await readAs(EventWire, await meera.ask('POST', '/events/create', OPEN_HOUSE))
    const path = `/events/${created._id}`
    for (const answer of [
      await ravi.ask('PUT', path, { title: 'Mine now' }),
      await ravi.ask('DELETE', path),
    ]) {
      expect(answer.status).toBe(404)
      await readAs(ErrorAnswerSchema, answer)
    }
    expect(await readAs(EventsWire, await ravi.ask('GET', '/events/user'))).toEqual([])
    expect(await readAs(EventsWire, await meera.ask('GET', '/events/user'))).toEqual([created])
  })

  it('an event that is not an object is refused', async () => {
    const { ask } = await register(backend(), 'meera@example.in')
    for (const body of [[], 'text', 7]) {
      const answer = await ask('POST', '/events/create', body)
      expect(answer.status).toBe(400)
      await readAs(ErrorAnswerSchema, answer)
    }
  })
}

async function register(backend: ContractBackend, email: string): Promise<Person> {
  const answer = await backend.request('POST', '/auth/register', { body: registration(email) })
  expect(answer.ok).toBe(true)
  const { user, token } = await readAs(SignInWire, answer)
  expect(user).toMatchObject({ email, fullName: 'Meera Iyer', role: 'user' })
  const ask: Person['ask'] = (method, path, body) => backend.request(method, path, { token, body })
  return { email, token, ask }
}
