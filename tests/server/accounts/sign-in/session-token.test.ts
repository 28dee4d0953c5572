import { expect, test } from 'vitest'
import { openSession } from '#server/accounts/sessions/session-service.ts'
import { makeMarket } from '#tests/server/market-data.ts'
import { startServerForFile } from '#tests/support/server/server-for-test.ts'

const TOKENS = 64 // a random bit is the same in all tokens with a probability of 2 in 2^64
const TOKEN_BITS = 256

const server = await startServerForFile({ seed: makeMarket() })

test('no bit is the same in all tokens of one account, device and moment', async () => {
  const account = await server.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  const order = { account, deviceLabel: 'a phone', now: new Date(0), ttlDays: 7 }
  const tokens: Buffer[] = []
  for (let made = 0; made < TOKENS; made += 1)
    tokens.push(Buffer.from((await openSession(server.db, order)).token, 'base64url'))
  expect(new Set(tokens.map(({ length }) => length * 8))).toEqual(new Set([TOKEN_BITS]))
  const isSet = (token: Buffer, bit: number) => ((token[bit >> 3] ?? 0) >> (bit & 7)) & 1
  for (let bit = 0; bit < TOKEN_BITS; bit += 1)
    expect(new Set(tokens.map((token) => isSet(token, bit))).size, `bit ${bit}`).toBe(2)
})
