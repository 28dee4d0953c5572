import { expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { makeLoan, makeMarket } from '#tests/server/market-data.ts'
import { startServerForTest } from '#tests/support/server/server-for-test.ts'

test('an unexpected error is a 500 with a log reference and without internals', async () => {
  const server = await startServerForTest({ seed: 'none' })
  const token = await server.signIn()
  await server.db.schema.dropTable('transactions').execute()
  const answer = await call(server, 'GET', '/api/admin/dashboard-stats', { token })
  expect(answer).toMatchObject({ status: 500, json: { success: false, code: 'internal' } })
  const id = /Reference: ([0-9a-f-]{36})$/.exec(String(answer.json['error']))?.[1] ?? 'none'
  const line = server.logged.find((logged) => logged.includes(id)) ?? ''
  expect(line).toMatch(/no such table|does not exist/)
  expect(answer.text).not.toMatch(/table|sql|\.ts/i)
  expect(await server.metrics.render()).toContain('database_errors_total{kind="other"} 1\n')
})

test('a request for a list whose first rows cannot be read gets a 500, not a truncated list', async () => {
  const server = await startServerForTest({ seed: makeMarket({ loans: [makeLoan(10)] }) })
  const token = await server.signIn()
  await server.db.schema.alterTable('loans').dropColumn('income_paise').execute()
  const answer = await call(server, 'GET', '/api/admin/loan', { token })
  expect(answer).toMatchObject({ status: 500, json: { success: false, code: 'internal' } })
})
