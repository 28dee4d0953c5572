import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database/connection/open-database.ts'
import { makeListingCalls } from '#tests/server/listings/list/listing-calls.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { readWhole } from '#tests/server/whole-database.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'

// Faults of the embedded database only: a full disk, and another process that writes to its file.

const listings = [makeListing(2)]
const server = serverForEachTest({ seed: makeMarket({ listings }) })
let operator: ReturnType<typeof makeListingCalls>

beforeEach(async () => {
  operator = makeListingCalls(server, await server.signIn())
})

const patch = (status: string, number: number) =>
  operator.setStatus(idOf(2), status, { 'Idempotency-Key': `key-of-change-number-${number}` })
const statusOf = (number: number) => (number % 2 === 0 ? 'approved' : 'rejected')

/** Stops the database file from growing, like a full disk. Makes changes until one is refused. Returns its answer. */
async function fillDisk(): Promise<{ tries: number; answer: Awaited<ReturnType<typeof patch>> }> {
  await sql`pragma max_page_count = 1`.execute(server.db)
  for (let tries = 0; tries < 1000; tries += 1) {
    const before = await readWhole(server)
    const answer = await patch(statusOf(tries), tries)
    if (answer.status === 200) continue
    expect(await readWhole(server)).toEqual(before)
    return { tries, answer }
  }
  throw new Error('the disk did not fill up')
}

test('a change on a full disk is refused and leaves nothing half written', async () => {
  const { answer } = await fillDisk()
  expect(answer.status).toBe(503)
  expect(answer.headers.get('Retry-After')).toBe('60')
  expect(answer.json).toEqual({
    success: false,
    error: "The server's disk is full. Nothing was changed; try again later.",
    code: 'disk-full',
  })
})

test('reads work on a full disk, and the change succeeds once there is room', async () => {
  const { tries } = await fillDisk()
  expect((await operator.read()).status).toBe(200)
  await sql`pragma max_page_count = 1000000`.execute(server.db)
  const answer = await patch(statusOf(tries), tries)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Idempotency-Replayed')).toBeNull()
})

test('while another process writes, a change is refused with a 503 and reads work', async () => {
  // The first request of a minute stores the operator's last activity, so it is made before the other process writes.
  await operator.read()
  await server.settle()
  const other = openDatabase(server.place)
  await sql`pragma busy_timeout = 1`.execute(server.db)
  await other.transaction().execute(async () => {
    const answer = await patch('approved', 1)
    expect(answer).toMatchObject({ status: 503, json: { success: false, code: 'busy' } })
    expect(answer.headers.get('Retry-After')).toBe('1')
    expect((await operator.read()).status).toBe(200)
    server.background.start(() => sql`delete from listing_changes`.execute(server.db))
    await server.settle()
  })
  const lines = server.logged.filter((line) => line.includes('SQLITE_BUSY'))
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, kind: 'busy', msg: 'the database did not serve a request' },
    { level: 40, kind: 'busy', msg: 'the database did not serve work in the background' },
  ])
  expect(lines.join()).not.toContain('stack')
  const told = await server.metrics.render()
  expect(told).toContain('database_errors_total{kind="busy"} 1\n')
  expect(told).toContain('http_unavailable_total 1\n')
  await other.destroy()
  const answer = await patch('approved', 1)
  expect(answer).toMatchObject({ status: 200, json: { data: { version: 2 } } })
})
