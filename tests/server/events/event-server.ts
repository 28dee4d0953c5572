import { beforeEach } from 'vitest'
import { makeMarket, makeUser } from '#tests/server/market-data.ts'
import { makeStatementList } from '#tests/server/statement-list.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'
import { ASHA_ID, makeEventCalls, RAVI_ID } from './event-calls.ts'

/**
 * Starts a server with two signed-in members before each test of the file. Asha has not verified her address. The
 * objects are always those of the current test.
 */
export function eventServerForEachTest() {
  const { plugin, statements } = makeStatementList()
  const users = [
    makeUser({ id: ASHA_ID, email: 'asha@example.in', verified: false }),
    makeUser({ id: RAVI_ID, email: 'ravi@example.in', verified: true }),
  ]
  const server = serverForEachTest({ seed: makeMarket({ users }), plugins: [plugin] })
  const asha = {} as ReturnType<typeof makeEventCalls> // complete once a test runs, as in `serverForEachTest`
  const ravi = {} as typeof asha
  beforeEach(async () => {
    const email = 'asha@example.in'
    Object.assign(asha, makeEventCalls(server, await server.signIn({ email })))
    Object.assign(ravi, makeEventCalls(server, await server.signIn({ email: 'ravi@example.in' })))
  })
  return { server, asha, ravi, statements }
}
