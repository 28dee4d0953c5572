// @module-tag long
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { startServerForFile } from '#tests/support/server/server-for-test.ts'
import { isOnPostgres } from '#tests/support/server/test-database.ts'
import { wrongCode } from './end-user-calls.ts'

// Plays the same actions of an owner on two servers. On one of them, somebody attacks the owner's
// address from other networks. The owner must not notice a difference, and the attacker must gain
// nothing.

// Lowers the cost of password hashing, which these tests do not check.
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const real = await importOriginal<typeof import('@node-rs/argon2')>()
  const hash: typeof real.hash = (password, options) =>
    real.hash(password, { ...options, memoryCost: 64, timeCost: 1 })
  return { ...real, hash }
})

const RUNS = isOnPostgres() ? 4 : 20 // each statement takes longer on PostgreSQL
const DAY_MS = 86_400_000
const OWNER_PASSWORD = 'seven green parrots'
const MALLORY_PASSWORD = 'mallory was here first'

/** What the owner may do, as calls of a person. */
const OWNER_ACTS = {
  register: (owner: Person) => owner.register(),
  'sign in': (owner: Person) => owner.signIn(),
  resend: (owner: Person) => owner.resend(),
  enter: (owner: Person) => owner.enter(owner.code),
  mistype: (owner: Person) => owner.enter(wrongCode(owner.code)),
  'make event': (owner: Person) => owner.makeEvent(),
}
/** What an attacker may do. A guess is always a wrong code: a random one would be right once in a million runs. */
const ATTACKER_ACTS = {
  register: (mallory: Person) => mallory.register(),
  'sign in': (mallory: Person) => mallory.signIn(),
  resend: (mallory: Person) => mallory.resend(),
  'resend without token': (mallory: Person) => mallory.resend(''),
  guess: (mallory: Person) => mallory.enter(wrongCode(mallory.code, 7)),
  'guess without token': (mallory: Person) => mallory.enter(wrongCode(mallory.code, 7), ''),
  "enter the owner's code": (mallory: Person, owner: Person) =>
    mallory.enter(owner.code === mallory.code ? wrongCode(mallory.code, 7) : owner.code),
  'make event': (mallory: Person) => mallory.makeEvent(),
}
const oneOf = <Acts extends object>(acts: Acts) =>
  fc.constantFrom(...(Object.keys(acts) as (keyof Acts)[])) // safe: the objects have no other keys

const story = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ owner: oneOf(OWNER_ACTS) }) },
    { weight: 6, arbitrary: fc.record({ attacker: oneOf(ATTACKER_ACTS), network: fc.nat(4) }) },
    { weight: 2, arbitrary: fc.record({ waitMs: fc.constantFrom(1000, 31_000, 61_000, 301_000) }) },
  ),
  { minLength: 10, maxLength: 30 },
)

const attacked = await startServerForFile({ seed: 'none' })
const calm = await startServerForFile({ seed: 'none' })

/** A user on one device, with the session token and the newest code that the user was sent. */
class Person {
  token = ''
  code = '000000'
  isVerified = false
  constructor(
    readonly server: TestServer,
    readonly email: string,
    readonly password: string,
    readonly from: string,
  ) {}

  async ask(path: string, body: object, token = this.token) {
    this.server.logged.length = 0
    const answer = await call(this.server, 'POST', path, { body, token, from: this.from })
    await this.server.settle()
    if (this.server.logged.join().includes('"code":"')) this.code = this.server.getLoggedCode()
    const { status, json } = answer
    if (status === 200 && json['token']) {
      this.token = String(json['token'])
      this.isVerified = String(json['user']?.['verified']) === 'true'
    }
    const { code = null, codeSent = null, resendAfter = null } = json
    const retryAfter = answer.headers.get('Retry-After')
    return { status, code, codeSent, resendAfter, retryAfter, isVerified: this.isVerified }
  }

  register() {
    const { email, password } = this
    const own = { fullName: 'Meera Iyer', phoneNumber: '98765 43210', isAdult: true }
    return this.ask('/api/auth/register', { email, password, ...own })
  }

  signIn() {
    const { email, password } = this
    return this.ask('/api/auth/login', { email, password })
  }

  resend(token = this.token) {
    return this.ask('/api/auth/resend-otp', { email: this.email }, token)
  }

  enter(otp: string, token = this.token) {
    return this.ask('/api/auth/verify-otp', { email: this.email, otp }, token)
  }

  makeEvent() {
    return this.ask('/api/events/create', { title: 'Open house' })
  }

  async isSignedIn() {
    const { server, token } = this
    return (await call(server, 'GET', '/api/events/user', { token })).status === 200
  }
}

let run = 0

/** Makes users with a new e-mail address. Advances both clocks by two days, so that no earlier request counts. */
function makePeople() {
  run += 1
  const email = `owner${run}@example.in`
  for (const { clock } of [attacked, calm]) clock.advance(2 * DAY_MS)
  const makeOwner = (server: TestServer) => new Person(server, email, OWNER_PASSWORD, '10.0.0.1')
  const attackers = Array.from(
    { length: 5 },
    (_, network) => new Person(attacked, email, MALLORY_PASSWORD, `10.1.0.${network}`),
  )
  return { owner: makeOwner(attacked), undisturbed: makeOwner(calm), attackers }
}

test('an attacker on other networks neither delays the owner nor gets an account', async () => {
  await fc.assert(
    fc.asyncProperty(story, async (actions) => {
      const { owner, undisturbed, attackers } = makePeople()
      for (const action of actions) {
        // At least 1 ms, because a sign-in may open either of two registrations that have the same time.
        const waitMs = 'waitMs' in action ? action.waitMs : 1
        for (const { clock } of [attacked, calm]) clock.advance(waitMs)
        if ('waitMs' in action) continue
        if ('owner' in action) {
          const act = OWNER_ACTS[action.owner]
          expect(await act(owner)).toEqual(await act(undisturbed))
        } else {
          const mallory = attackers[action.network]
          if (mallory) await ATTACKER_ACTS[action.attacker](mallory, owner)
        }
        for (const { isVerified } of attackers) expect(isVerified).toBe(false)
      }
      await expectOwnersEnd(owner, attackers)
    }),
    { numRuns: RUNS },
  )
})

/** Verifies the owner's address unless it is verified. Expects that the owner can sign in, and that no attacker can. */
async function expectOwnersEnd(owner: Person, attackers: readonly Person[]): Promise<void> {
  const last = new Person(attacked, owner.email, OWNER_PASSWORD, '10.2.0.1')
  if ((await last.register()).status === 200) await last.enter(last.code)
  expect(await last.signIn()).toMatchObject({ status: 200, isVerified: true })
  expect(await last.isSignedIn()).toBe(true)
  for (const mallory of attackers) {
    expect(await mallory.isSignedIn()).toBe(false)
    expect((await mallory.signIn()).status).not.toBe(200)
    expect((await mallory.register()).status).not.toBe(200)
  }
}
