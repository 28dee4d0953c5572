import { expect, test } from 'vitest'
import {
  makeMediaRemovalKind,
  queueMediaRemoval,
} from '#server/listings/media/media-removal-queue-service.ts'
import { countJobs } from '#server/platform/jobs/job-queue-service.ts'
import type { MediaStore } from '#server/platform/media/stores/media-store.ts'
import { MediaStoreError } from '#server/platform/media/stores/media-store-trouble.ts'
import { runJobs } from '#tests/support/server/job-run.ts'
import { startServerForTest } from '#tests/support/server/server-for-test.ts'

const REMOVALS = { kind: 'media-removals' }
const HOUR_MS = 3_600_000
const ids = [...'abcdef'].map((letter) => letter.repeat(32))

/** A server with a queue of six ids, and a store that deletes all but the bad ones. */
async function startQueue({ isDown = false } = {}) {
  const server = await startServerForTest({ seed: 'none' })
  const bad = new Set(ids.slice(0, 3))
  const removed: string[] = []
  const mediaStore: MediaStore = {
    ...server.mediaStore,
    async remove(id) {
      if (isDown || bad.has(id)) throw new MediaStoreError('It cannot be deleted.')
      removed.push(id)
    },
    check: async () => {
      if (isDown) throw new MediaStoreError('The store is down.')
    },
  }
  const now = server.clock.now
  await server.db.transaction().execute((trx) => queueMediaRemoval(trx, ids, now()))
  const listErrors = () => server.logged.filter((line) => line.includes('could not be deleted'))
  /** Returns the number of failures. */
  async function run(): Promise<number> {
    const before = listErrors().length
    await runJobs(server, makeMediaRemovalKind({ ...server, mediaStore }))
    return listErrors().length - before
  }
  return { server, bad, removed, listErrors, run, count: () => countJobs(server.db) }
}

test('the queue of deletions passes over files that cannot be deleted, tries them again later and later, and shows them', async () => {
  const { server, bad, removed, listErrors, run, count } = await startQueue()
  expect(await run()).toBe(3)
  expect(removed).toEqual(ids.slice(3))
  expect(await count()).toEqual([{ ...REMOVALS, state: 'failing', jobs: 3 }])
  expect(listErrors().map((line) => JSON.parse(line).mediaId)).toEqual(ids.slice(0, 3))
  const triedAfterHours: number[] = []
  for (let hour = 1; hour <= 100; hour += 1) {
    server.clock.advance(HOUR_MS)
    if ((await run()) > 0) triedAfterHours.push(hour)
  }
  expect(triedAfterHours).toEqual([1, 3, 7, 15, 31, 55, 79])
  bad.clear()
  server.clock.advance(24 * HOUR_MS)
  expect(await run()).toBe(0)
  expect(await count()).toEqual([])
})

test('the queue of deletions stops at the first failure if the whole store is down, and keeps what it did not try', async () => {
  const { run, count } = await startQueue({ isDown: true })
  expect(await run()).toBe(1)
  expect(await count()).toEqual(
    expect.arrayContaining([
      { ...REMOVALS, state: 'waiting', jobs: 5 },
      { ...REMOVALS, state: 'failing', jobs: 1 },
    ]),
  )
})
