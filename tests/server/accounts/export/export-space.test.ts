import { existsSync, readdirSync } from 'node:fs'
import { beforeEach, expect, test, vi } from 'vitest'
import { makeExportKind } from '#server/accounts/export/export-job-run-service.ts'
import { makeExportedLists } from '#server/operations/exported-lists.ts'
import { makeListing, makeMarket } from '#tests/server/market-data.ts'
import { runJobs } from '#tests/support/server/job-run.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'
import { testPans } from '#tests/support/server/test-pans.ts'
import { orderListings } from './ordered-export.ts'

const LISTINGS = 2_000 // four parts
const ROOM = 10_000_000_000

/** The free bytes of the disk at each look. */
const disk = vi.hoisted(() => ({ free: (_look: number): number => 0, looks: 0 }))

vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof import('node:fs/promises')>()),
  statfs: async () => {
    disk.looks += 1
    return { bavail: disk.free(disk.looks) / 4096, bsize: 4096 }
  },
}))

const server = serverForEachTest({
  seed: makeMarket({ listings: Array.from({ length: LISTINGS }, (_, n) => makeListing(n + 10)) }),
})

beforeEach(() => {
  disk.looks = 0
})

async function exportListings() {
  const { db, write, log, uploadDir, clock } = server
  const deps = { db, write, log, uploadDir, clock: clock.now }
  await server.signIn() // an export goes on while its person is signed in
  await orderListings(server, LISTINGS)
  await runJobs(server, makeExportKind(deps, makeExportedLists({ ...deps, pans: testPans })))
  return server.db.selectFrom('exports').selectAll().executeTakeFirstOrThrow()
}

test.each([
  { when: 'before its first row', roomyLooks: 0 },
  { when: 'while it is made', roomyLooks: 2 },
])(
  'an export of a list ends with a sentence if the disk has less than its spare room $when, and leaves nothing',
  async ({ roomyLooks }) => {
    disk.free = (look) => (look <= roomyLooks ? ROOM : 499_000_000)
    expect(await exportListings()).toMatchObject({
      state: 'failed',
      file: null,
      problem: expect.stringContaining('no room for the file'),
    })
    expect(existsSync(server.uploadDir) ? readdirSync(server.uploadDir) : []).toEqual([])
    expect(await server.db.selectFrom('jobs').selectAll().execute()).toEqual([])
  },
)

test('an export of a list is made on a disk that keeps its spare room', async () => {
  disk.free = () => 501_000_000
  expect(await exportListings()).toMatchObject({ state: 'ready', row_count: LISTINGS })
})
