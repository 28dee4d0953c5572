import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { logAuditHead } from '#server/operations/scheduled-work.ts'
import { checkAuditChain } from '#server/platform/audit/audit-check-service.ts'
import { startSchedule } from '#server/platform/jobs/schedule-service.ts'
import { makeLog } from '#server/platform/log/server-log.ts'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { letTamper } from '#tests/server/platform/audit/audit-calls.ts'
import { findScheduled } from '#tests/support/server/scheduled-run.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'

const HOUR_MS = 3_600_000

const server = serverForEachTest({ seed: makeMarket({ listings: [makeListing(2)] }) })
let written: { lastId: number; hash: string; msg: string }[]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  written = []
})
afterEach(() => vi.useRealTimers())

/** Starts logging the last hash of the audit log; `warn` is the default log level of a server. */
function start(level: 'warn' | 'silent' = 'warn') {
  const log = makeLog(level, { write: (line: string) => written.push(JSON.parse(line)) })
  const work = findScheduled(server, 'audit-head', { log })
  const schedule = startSchedule({ ...server, clock: server.clock.now, log }, [work])
  return {
    /** Ends the work as the stop of a server does, which logs the hash once more. */
    stop() {
      schedule.stop()
      server.background.start(() => logAuditHead({ ...server, log }))
    },
  }
}

async function decide(status: string) {
  const token = await server.signIn()
  const path = `/api/admin/properties/${idOf(2)}/status`
  expect((await call(server, 'PATCH', path, { token, body: { status } })).status).toBe(200)
}

test('the last hash is logged each hour and at the stop, which reveals a truncated audit log', async () => {
  const headLog = start()
  await decide('approved')
  vi.advanceTimersByTime(HOUR_MS)
  await server.settle()
  await decide('rejected')
  headLog.stop()
  vi.advanceTimersByTime(HOUR_MS)
  await server.settle()
  expect(written.map(({ lastId }) => lastId)).toEqual([1, 2])
  const [hourly, atStop] = written.map(({ hash }) => hash)
  expect(await checkAuditChain(server.db, atStop)).toMatchObject({ kind: 'whole', rows: 2 })

  await letTamper(server.db)
  await server.db.deleteFrom('audit_log').where('id', '=', 2).execute()
  expect(await checkAuditChain(server.db)).toMatchObject({ kind: 'whole', rows: 1 })
  expect(await checkAuditChain(server.db, hourly)).toMatchObject({ kind: 'whole' })
  expect(await checkAuditChain(server.db, atStop)).toMatchObject({ kind: 'rewritten' })
})

test('no hash is logged for an empty audit log, and a silent server logs nothing', async () => {
  start().stop()
  await server.settle()
  await decide('approved')
  start('silent').stop()
  await server.settle()
  expect(written).toEqual([])
})
