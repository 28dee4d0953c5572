// @module-tag long
import { expect, test } from 'vitest'
import { MOST_ROWS_AT_ONCE } from '#src/domain/export/list-export.ts'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeMarket, makePayment } from '#tests/server/market-data.ts'
import { startServerForTest } from '#tests/support/server/server-for-test.ts'

test('a list of 50,000 rows is sent at once, and one with another row is made by a job', async () => {
  const transactions = Array.from({ length: MOST_ROWS_AT_ONCE + 1 }, (_, n) => makePayment(n + 10))
  const server = await startServerForTest({ seed: makeMarket({ transactions }) })
  const token = await server.signIn()
  const order = () =>
    server.app.request('/api/admin/payments/export', {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ format: 'csv', query: '' }),
    })
  const large = await order()
  expect(large.headers.get('Content-Type')).toContain('application/json')
  expect(await large.json()).toMatchObject({
    success: true,
    data: { list: 'payments', state: 'running', rows: 0, isOwn: true },
  })
  expect((await call(server, 'GET', '/api/admin/exports', { token })).json).toMatchObject({
    data: [{ list: 'payments' }],
  })
  expect(await server.listAudit('list-export')).toHaveLength(1)
  await server.db
    .updateTable('transactions')
    .set({ state: 'failed' })
    .where('id', '=', idOf(10))
    .execute()
  const sent = await order()
  expect(sent.headers.get('Content-Type')).toContain('text/csv')
  expect((await sent.text()).split('\n')).toHaveLength(MOST_ROWS_AT_ONCE + 2)
})
