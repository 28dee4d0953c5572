import { afterEach, beforeEach, expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { startTestServer, type TestServer } from '#tests/support/server-fixture.ts'

const MINUTE_MS = 60_000

let server: TestServer

beforeEach(async () => {
  server = await startTestServer({ seed: 'none', inMemory: true })
})
afterEach(() => server.close())

function signIn({ password = 'wrong', email = server.operator.email, from = '10.0.0.1' } = {}) {
  return call(server, 'POST', '/api/auth/login', { body: { email, password }, from })
}

async function fail(times: number, options?: Parameters<typeof signIn>[0]) {
  for (let index = 0; index < times; index += 1) {
    expect((await signIn(options)).status).toBe(401)
    // Past the longest delay between two tries, so that only their number matters.
    server.clock.advance(MINUTE_MS)
  }
}

test('after five wrong passwords the next try has to wait a second, then two', async () => {
  for (let index = 0; index < 5; index += 1) expect((await signIn()).status).toBe(401)
  const refused = await signIn()
  expect(refused.status).toBe(429)
  expect(refused.headers.get('Retry-After')).toBe('1')
  expect(refused.json).toEqual({
    success: false,
    error: 'Too many sign-ins that failed. Try again in 1 s.',
    code: 'too-many',
  })
  server.clock.advance(1000)
  expect((await signIn()).status).toBe(401)
  expect((await signIn()).headers.get('Retry-After')).toBe('2')
})

test('after ten the account is locked for a quarter of an hour, even for the right password', async () => {
  await fail(10)
  const refused = await signIn(server.operator)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('Retry-After')).toBe(String(14 * 60))
  server.clock.advance(14 * MINUTE_MS)
  expect((await signIn(server.operator)).status).toBe(200)
})

test('the lock holds for that address alone, so that a stranger cannot lock the operator out', async () => {
  await fail(10)
  expect((await signIn({ ...server.operator, from: '10.0.0.2' })).status).toBe(200)
})

test('one network gets twenty wrong tries in 15 minutes for all accounts together', async () => {
  for (let index = 0; index < 20; index += 1)
    expect((await signIn({ email: `guess${index}@example.in` })).status).toBe(401)
  expect((await signIn({ email: 'one.more@example.in' })).status).toBe(429)
  server.clock.advance(15 * MINUTE_MS)
  expect((await signIn({ email: 'one.more@example.in' })).status).toBe(401)
})

test('the right password resets the count of wrong ones', async () => {
  await fail(4)
  expect((await signIn(server.operator)).status).toBe(200)
  await fail(5)
})

test('tries that arrive together do not slip through together', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => signIn()))
  expect(answers.filter((answer) => answer.status === 401)).toHaveLength(5)
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(7)
})
