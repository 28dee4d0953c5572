import { describe, expect, test } from 'vitest'
import { makeMarket } from '#tests/server/market-data.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'
import { register, resend, signIn, verify } from './end-user-calls.ts'

const SECOND_MS = 1000
const HOUR_MS = 3_600_000

const server = serverForEachTest({ seed: makeMarket() })

function countCodes() {
  return server.logged.filter((line) => line.includes('SMTP_URL is not set')).length
}

/** Requests four codes, each ten minutes after the code before it. */
async function sendFour() {
  for (let index = 0; index < 4; index += 1) {
    server.clock.advance(10 * 60 * SECOND_MS)
    expect((await resend(server)).status).toBe(200)
  }
}

describe('requesting another code', () => {
  test('sends a code that replaces the first', async () => {
    await register(server)
    const first = server.getLoggedCode()
    server.clock.advance(30 * SECOND_MS)
    const answer = await resend(server)
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({ success: true, codeSent: true, resendAfter: 60 })
    expect((await verify(server, first)).status).toBe(400)
    expect((await verify(server, server.getLoggedCode())).status).toBe(200)
  })

  test('is refused until 30 and then 60 seconds after the previous code', async () => {
    expect((await register(server)).json['resendAfter']).toBe(30)
    for (const [pause, next] of [
      [30, 60],
      [60, 120],
    ] as const) {
      server.clock.advance(pause * SECOND_MS - 1)
      const early = await resend(server)
      expect(early.headers.get('Retry-After')).toBe('1')
      expect(early).toMatchObject({
        status: 429,
        json: { code: 'too-many', error: 'A code was sent just now. Try again in 1 s.' },
      })
      server.clock.advance(1)
      expect((await resend(server)).json['resendAfter']).toBe(next)
    }
  })

  test('is refused after five codes in one hour, and after ten in one day', async () => {
    await register(server)
    await sendFour()
    server.clock.advance(10 * 60 * SECOND_MS)
    const sixth = await resend(server)
    expect(sixth.headers.get('Retry-After')).toBe('600')
    expect(sixth.json['error']).toBe('Codes were asked for too often. Try again in 10 minutes.')
    server.clock.advance(600 * SECOND_MS)
    expect((await resend(server)).status).toBe(200)
    await sendFour()
    expect(countCodes()).toBe(10)
    server.clock.advance(2 * HOUR_MS)
    const refused = await resend(server)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(20 * 3600)
    // The limits count the codes of one registration: another registration of the same address gets a code.
    expect((await register(server)).json['resendAfter']).toBe(30)
    server.clock.advance(30 * SECOND_MS)
    expect((await resend(server)).status).toBe(200)
  })

  test('sends one code for several concurrent requests', async () => {
    await register(server)
    server.clock.advance(30 * SECOND_MS)
    const answers = await Promise.all([1, 2, 3].map(() => resend(server)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429])
    expect(countCodes()).toBe(2)
  })
})

describe('signing in', () => {
  test('sends a new code if the address is not verified and the delay after the last code is over', async () => {
    await register(server)
    server.clock.advance(30 * SECOND_MS)
    const answer = await signIn(server)
    expect(answer.json).toMatchObject({
      user: { verified: false },
      codeSent: true,
      resendAfter: 60,
      idempotencyKeys: true,
    })
    expect(countCodes()).toBe(2)
    expect((await verify(server, server.getLoggedCode())).status).toBe(200)
  })

  test('sends no code within the delay after the last code, and returns the remaining seconds', async () => {
    await register(server)
    const first = server.getLoggedCode()
    server.clock.advance(12 * SECOND_MS)
    expect((await signIn(server)).json).toMatchObject({ codeSent: true, resendAfter: 18 })
    expect(countCodes()).toBe(1)
    expect((await verify(server, first)).status).toBe(200)
  })

  test('reports that no code was sent if the last code has expired and another is not allowed yet', async () => {
    await register(server)
    await sendFour()
    server.clock.advance(6 * 60 * SECOND_MS)
    expect((await signIn(server)).json).toMatchObject({ codeSent: false, resendAfter: 14 * 60 })
  })

  test('sends no code to a verified user or to the operator', async () => {
    await register(server)
    await verify(server, server.getLoggedCode())
    server.clock.advance(HOUR_MS)
    const nothing = { codeSent: null, resendAfter: null }
    expect((await signIn(server)).json).toMatchObject({ user: { verified: true }, ...nothing })
    expect((await signIn(server, server.operator)).json).toMatchObject(nothing)
    expect(countCodes()).toBe(1)
  })

  test('sends no code for a wrong password', async () => {
    await register(server)
    server.clock.advance(HOUR_MS)
    expect((await signIn(server, { password: 'not this one' })).status).toBe(401)
    expect(countCodes()).toBe(1)
  })
})
