// @module-tag long
import { hash } from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { renewOperatorPassword } from '#server/accounts/sign-in/operator-account-service.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'
import { EMAIL, register, signIn, verify } from './end-user-calls.ts'

// In these tests, an account changes while the server compares the password of a sign-in.

vi.mock('@node-rs/argon2', async (importOriginal) => {
  const real = await importOriginal<typeof import('@node-rs/argon2')>()
  return { ...real, hash: vi.fn(real.hash) }
})

const server = serverForEachTest({ seed: 'none' })

/** Runs `happens` after the next password is hashed, before the result is used. */
async function afterNextCompare(happens: () => Promise<unknown>): Promise<void> {
  const real = await vi.importActual<typeof import('@node-rs/argon2')>('@node-rs/argon2')
  vi.mocked(hash).mockImplementationOnce(async (...given) => {
    const made = await real.hash(...given)
    await happens()
    return made
  })
}

test('a password that is replaced during its comparison counts as a wrong one', async () => {
  await afterNextCompare(() => renewOperatorPassword(server.db, server.clock.now()))
  expect(await signIn(server, server.operator)).toMatchObject({
    status: 401,
    text: '{"success":false,"error":"Invalid credentials","code":"invalid-credentials"}',
  })
  expect(await server.db.selectFrom('sessions').select('token_hash').execute()).toEqual([])
  const tries = server.db.selectFrom('attempts').select('id').where('kind', '=', 'sign-in')
  expect(await tries.execute()).toHaveLength(1)
})

test('an account whose address changes during the comparison of the password is not signed in', async () => {
  await register(server)
  await verify(server, server.getLoggedCode())
  await afterNextCompare(() => server.setAccount(EMAIL, { email: 'moved@example.in' }))
  expect((await signIn(server)).status).toBe(401)
})

test('a registration is not signed in if another registration of its address is verified during the comparison of the password', async () => {
  await register(server, { password: 'nine green umbrellas' })
  await register(server)
  const code = server.getLoggedCode()
  await afterNextCompare(() => verify(server, code))
  expect((await signIn(server, { password: 'nine green umbrellas' })).status).toBe(401)
})

test('an address that is verified during the comparison of the password is reported as verified, and gets no code', async () => {
  await register(server)
  const code = server.getLoggedCode()
  server.clock.advance(60_000)
  await afterNextCompare(() => verify(server, code))
  expect((await signIn(server)).json).toMatchObject({
    user: { verified: true },
    codeSent: null,
    resendAfter: null,
  })
  expect(server.getLoggedCode()).toBe(code)
})
