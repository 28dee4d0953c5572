import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '#tests/support/server-fixture.ts'
import { EMAIL, register, resend, verify, wrongCode } from './end-user-calls.ts'

// In an office or behind a mobile operator's gateway, strangers share the owner's network address.
// Whatever they do, the owner's registration keeps its usual allowance of codes.

// These tests do not concern the hashes, which at full cost would take most of the time.
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const real = await importOriginal<typeof import('@node-rs/argon2')>()
  const hash: typeof real.hash = (password, options) =>
    real.hash(password, { ...options, memoryCost: 64, timeCost: 1 })
  return { ...real, hash }
})

const FROM = '10.0.0.1'

let server: TestServer

beforeEach(async () => {
  server = await startTestServer({ seed: 'none', inMemory: true })
})
afterEach(() => server.close())

async function registerHere(email: string, password: string) {
  const { status, json } = await register(server, { email, password }, { from: FROM })
  return { status, by: { from: FROM, token: String(json['token']) }, code: server.getLoggedCode() }
}

const registerStranger = (email: string) => registerHere(email, 'mallory was here first')
const registerOwner = () => registerHere(EMAIL, 'seven green parrots')

test("strangers who use up a network's registrations do not block the owner's codes", async () => {
  const { by } = await registerOwner()
  for (let index = 1; index < 20; index += 1) await registerStranger(`other${index}@example.in`)
  expect((await registerStranger('last@example.in')).status).toBe(429)
  server.clock.advance(30_000)
  expect((await resend(server, EMAIL, by)).status).toBe(200)
  expect((await verify(server, server.getLoggedCode(), EMAIL, by)).status).toBe(200)
})

test('a stranger on the same network who guesses does not keep the owner from entering a code', async () => {
  const stranger = await registerStranger(EMAIL)
  let { code } = stranger
  for (let round = 0; round < 4; round += 1) {
    for (let number = 1; number <= 5; number += 1)
      await verify(server, wrongCode(code, number), EMAIL, stranger.by)
    server.clock.advance(600_000)
    await resend(server, EMAIL, stranger.by)
    code = server.getLoggedCode()
  }
  expect((await verify(server, code, EMAIL, stranger.by)).status).toBe(429)
  const owner = await registerOwner()
  expect((await verify(server, wrongCode(owner.code, 9), EMAIL, owner.by)).status).toBe(400)
  expect((await verify(server, owner.code, EMAIL, owner.by)).status).toBe(200)
})
