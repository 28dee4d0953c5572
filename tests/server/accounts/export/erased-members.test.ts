import { expect, test } from 'vitest'
import { eraseAgain } from '#server/accounts/erasure/erasure-service.ts'
import { PERSONAL_PARTS } from '#server/operations/personal-parts.ts'
import { getAnswerCheck } from '#tests/contract/described-answer.ts'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeLoan, makeMarket } from '#tests/server/market-data.ts'
import { startServerForTest } from '#tests/support/server/server-for-test.ts'

const BODIES: Readonly<Record<string, unknown>> = {
  'PATCH /api/admin/staff/{id}/role': { role: 'viewer' },
  'PATCH /api/admin/staff/{id}/suspension': { isSuspended: true },
}

test('every call about one person is a 404 for an erased member, and for the id that took over the loans', async () => {
  const seed = makeMarket({ loans: [makeLoan(2)] })
  const server = await startServerForTest({ seed, mail: 'inbox' })
  const token = await server.signIn()
  await eraseAgain(server.db, [idOf(1)], server.clock.now(), PERSONAL_PARTS)
  const erased = await server.db
    .selectFrom('users')
    .select('id')
    .where('is_erased', '=', 1)
    .execute()
  expect(erased).toHaveLength(2)
  const { document } = await getAnswerCheck(server.app)
  const calls = Object.entries(document.paths)
    .filter(([path]) => /\/admin\/(?:users|staff)\/\{id\}/.test(path))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
  expect(calls.length).toBeGreaterThanOrEqual(5)
  for (const name of calls)
    for (const { id } of erased) {
      const [method = '', path = ''] = name.split(' ')
      const { status } = await call(server, method, path.replace('{id}', id), {
        token,
        body: BODIES[name],
      })
      expect([name, status]).toEqual([name, 404])
    }
  expect(await server.listMails()).toEqual([])
})
