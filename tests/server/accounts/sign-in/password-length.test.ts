import { expect, test } from 'vitest'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'
import { register, signIn } from './end-user-calls.ts'

const server = serverForEachTest({ seed: 'none' })

test.each([
  ['8 characters', 'aZ8#kq0?'],
  ['64 characters', ' Seven green parrots'.padEnd(64, '-')],
  ['128 characters with spaces at both ends', ` ${'long '.repeat(25)} x`.padEnd(128)],
])('a password of %s is accepted without truncation or changes', async (_, password) => {
  expect((await register(server, { password })).status).toBe(200)
  expect((await signIn(server, { password })).status).toBe(200)
  const others = [password.slice(0, -1), password.toLowerCase(), password.trim(), `${password} `]
  for (const other of others.filter((one) => one !== password))
    expect((await signIn(server, { password: other })).status).toBeGreaterThanOrEqual(400)
})

test.each([7, 129])('a password of %i characters is refused, not truncated', async (length) => {
  const password = 'aZ8#kq0?'.repeat(20).slice(0, length)
  const answer = await register(server, { password })
  expect(answer).toMatchObject({ status: 400, json: { code: 'invalid-input' } })
})
