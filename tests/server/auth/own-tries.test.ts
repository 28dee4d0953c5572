import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { startTestServer, type TestServer } from '#tests/support/server-fixture.ts'
import { expectRefusal, FIFTH, VOID, WRONG } from './code-refusals.ts'
import { EMAIL, register, resend, signIn, verify, wrongCode } from './end-user-calls.ts'

// Whose wrong tries count against whom.

const MINUTE_MS = 60_000

let server: TestServer
let code: string
let token: string

beforeEach(async () => {
  server = await startTestServer({ seed: 'none', inMemory: true })
  token = String((await register(server)).json['token'])
  code = server.getLoggedCode()
})
afterEach(() => server.close())

async function resendLater() {
  server.clock.advance(10 * MINUTE_MS)
  expect((await resend(server)).status).toBe(200)
  return server.getLoggedCode()
}

describe('somebody without a session of the account', () => {
  async function guessFive(right: string, by = {}) {
    for (let number = 1; number <= 5; number += 1)
      await verify(server, wrongCode(right, number), EMAIL, by)
  }

  test('cannot void the code of who is signed in, not even with a session of another account', async () => {
    const stranger = await register(server, {
      email: 'other@example.in',
      phoneNumber: '9123456789',
    })
    await guessFive(code, { token: String(stranger.json['token']) })
    expectRefusal(await verify(server, code), 'code-void', VOID)
    expectRefusal(await verify(server, wrongCode(code), EMAIL, { token }), 'wrong-code', WRONG)
    expect((await verify(server, code, EMAIL, { token })).status).toBe(200)
  })

  test('cannot use up the day of who is signed in', async () => {
    await guessFive(code)
    for (let round = 0; round < 3; round += 1) await guessFive(await resendLater())
    const newest = await resendLater()
    expect((await verify(server, newest)).status).toBe(429)
    expect((await verify(server, newest, EMAIL, { token })).status).toBe(200)
  })

  test('is not told by a sign-in of the owner that the code is void', async () => {
    await guessFive(code)
    expect((await signIn(server)).json).toMatchObject({ codeSent: true, resendAfter: 30 })
  })
})

describe('who is signed in to the account', () => {
  test('has five wrong tries a code too, and twenty a day', async () => {
    const by = { token }
    const failFive = async (right: string) => {
      for (let number = 1; number <= 4; number += 1)
        expectRefusal(
          await verify(server, wrongCode(right, number), EMAIL, by),
          'wrong-code',
          WRONG,
        )
      expectRefusal(await verify(server, wrongCode(right, 5), EMAIL, by), 'code-void', FIFTH)
    }
    await failFive(code)
    expectRefusal(await verify(server, code, EMAIL, by), 'code-void', VOID)
    expect((await signIn(server)).json).toMatchObject({ codeSent: false })
    for (let round = 0; round < 3; round += 1) await failFive(await resendLater())
    expect((await verify(server, await resendLater(), EMAIL, by)).status).toBe(429)
  })

  test('has only those of a stranger once signed out', async () => {
    for (let number = 1; number <= 5; number += 1) await verify(server, wrongCode(code, number))
    await call(server, 'POST', '/api/auth/logout', { token })
    expectRefusal(await verify(server, code, EMAIL, { token }), 'code-void', VOID)
  })
})
