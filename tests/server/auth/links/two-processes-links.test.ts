// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  PROCESS_MS,
  startTwoProcesses,
  type TwoProcesses,
} from '#tests/server/auth/two-processes.ts'
import { RAVI, tokenOf } from './link-steps.ts'

// A link is opened on one process, and then used on both processes at the same time. The processes share a database.

let at: TwoProcesses

beforeAll(async () => {
  at = await startTwoProcesses()
}, PROCESS_MS)
afterAll(() => at.close())

async function mailedToken(count: number): Promise<string> {
  await expect.poll(() => at.inbox.mails.length).toBe(count)
  return tokenOf(at.inbox.mails.at(-1)?.link ?? '')
}

test('of two processes that use one link at the same time, exactly one succeeds', {
  timeout: PROCESS_MS,
}, async () => {
  const owner = await at.server.signIn()
  await at.ask(0, '/admin/staff/invitations', {
    body: { email: RAVI, role: 'viewer' },
    token: owner,
  })
  const invitation = await mailedToken(1)
  await useOnBoth('invitation', invitation, '/auth/join', (index) => ({
    fullName: 'Ravi Shah',
    password: `seven green parrots ${index}`,
  }))
  const accounts = at.server.db.selectFrom('users').select('id').where('email', '=', RAVI)
  expect(await accounts.execute()).toHaveLength(1)

  await at.ask(0, '/auth/forgot-password', { body: { email: RAVI } })
  const won = await useOnBoth('reset', await mailedToken(2), '/auth/reset-password', (index) => ({
    password: `nine green umbrellas ${index}`,
  }))
  for (const index of [0, 1] as const) {
    const body = { email: RAVI, password: `nine green umbrellas ${index}` }
    expect((await at.ask(index, '/auth/login', { body })).status).toBe(index === won ? 200 : 401)
  }
})

/** Opens the link on the first process and uses it on both. Returns the process that succeeded. */
async function useOnBoth(
  kind: 'invitation' | 'reset',
  token: string,
  path: string,
  toForm: (index: 0 | 1) => object,
): Promise<number> {
  expect((await at.ask(0, '/auth/read-link', { body: { kind, token } })).status).toBe(200)
  const both = await Promise.all(
    ([0, 1] as const).map((index) => at.ask(index, path, { body: { token, ...toForm(index) } })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
  expect(both.find(({ status }) => status === 410)?.json['code']).toBe('link-used')
  return both.findIndex(({ status }) => status === 200)
}
