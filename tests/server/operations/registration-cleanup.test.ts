import { afterEach, expect, test, vi } from 'vitest'
import { makeBackgroundWork } from '#server/background-work.ts'
import { startRegistrationCleanup } from '#server/operations/registration-cleanup.ts'
import { makeLog } from '#server/server-log.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'

const HOUR_MS = 3_600_000

afterEach(() => vi.restoreAllMocks())

test('registrations that nobody verified are deleted at the start, and every hour until the stop', async () => {
  const { db, close } = await openTestDatabase({ inMemory: true })
  const lines: string[] = []
  const log = makeLog('info', { write: (line) => lines.push(line) })
  const background = makeBackgroundWork(log)
  let now = new Date('2025-09-17T06:30:00.000Z')
  const insert = (id: string, expiresAt: string) =>
    db
      .insertInto('registrations')
      .values({
        id,
        email: 'meera@example.in',
        password_hash: 'none',
        created_at: '2025-09-16T06:30:00.000Z',
        expires_at: expiresAt,
      })
      .execute()
  const listIds = async () =>
    (await db.selectFrom('registrations').select('id').orderBy('id').execute()).map(({ id }) => id)
  await insert('a', now.toISOString())
  await insert('b', '2025-09-17T07:00:00.000Z')
  await insert('c', '2025-09-17T08:00:00.000Z')

  const timers = vi.spyOn(globalThis, 'setInterval')
  const cleared = vi.spyOn(globalThis, 'clearInterval')
  const cleanup = startRegistrationCleanup({ db, clock: () => now, background, log })
  await background.settle()
  expect(await listIds()).toEqual(['b', 'c'])

  const [work, everyMs] = timers.mock.calls.at(-1) ?? []
  expect(everyMs).toBe(HOUR_MS)
  now = new Date(now.getTime() + HOUR_MS)
  work?.()
  await background.settle()
  expect(await listIds()).toEqual(['c'])
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ ended: 1 }, { ended: 1 }])

  cleanup.stop()
  expect(cleared).toHaveBeenCalledWith(timers.mock.results.at(-1)?.value)
  await close()
})
