import { describe, expect, test } from 'vitest'
import { FLAT } from '#tests/server/listings/content/posting-calls.ts'
import { OLD_LISTING, postingForEachTest } from '#tests/server/listings/content/posting-server.ts'
import { sendAfter } from '#tests/server/notices/messages/message-runs.ts'
import { readWhole } from '#tests/server/whole-database.ts'
import { findScheduled } from '#tests/support/server/scheduled-run.ts'

const ID = 'ab'.repeat(12)
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Wednesday at noon in India. The desk is open from 10:00 to 18:00, Monday to Saturday. */
const NOON = '2025-09-17T06:30:00.000Z'
const TUESDAY = Date.parse('2025-09-16T04:30:00.000Z') // 10:00 in India

const { server, asha, operator } = postingForEachTest({ settings: { staffIdleHours: 0 } })

const run = () =>
  findScheduled(server, 'waits').run({
    isStopping: () => false,
    signal: new AbortController().signal,
  })

/** Decided submissions at place 1, with these working hours. All of one listing, which begins to wait once at a time. */
async function measure(
  hours: readonly number[],
  { isAgain = 0, minutesLater = 0 }: { isAgain?: 0 | 1; minutesLater?: number } = {},
): Promise<void> {
  const rows = hours.map((hour, index) => {
    const sinceMs = TUESDAY + minutesLater * MINUTE_MS + (index + isAgain * 100) * 1_000
    return {
      listing_id: OLD_LISTING,
      since: new Date(sinceMs).toISOString(),
      is_again: isAgain,
      place: 1,
      decided_at: new Date(sinceMs + hour * HOUR_MS).toISOString(),
    }
  })
  await server.db.insertInto('review_waits').values(rows).execute()
}

/** Of 20, half within an hour and four fifths within two. */
const TWENTY = [...Array(10).fill(1), ...Array(6).fill(2), ...Array(4).fill(7)]

const readWaits = () =>
  server.db.selectFrom('review_waits').selectAll().where('listing_id', '=', ID).execute()
const readExpected = async () => (await asha.see(ID))?.['expectedBy']

describe('the time by which such listings are decided', () => {
  test('is said from the 20th decision on, and stored with the place when a submission arrives', async () => {
    await measure(TWENTY.slice(1))
    await asha.submit(ID)
    await run()
    expect(await readExpected()).toBeNull()
    expect(await readWaits()).toMatchObject([
      { since: NOON, is_again: 0, place: 1, half_by: null, most_by: null, decided_at: null },
    ])

    await measure([1], { minutesLater: 60 })
    server.clock.advance(5 * MINUTE_MS)
    await run()
    const expected = { half: '2025-09-17T07:35:00.000Z', fourFifths: '2025-09-17T08:35:00.000Z' }
    expect(await readExpected()).toEqual(expected)
    expect(await readWaits()).toMatchObject([
      { place: 1, half_by: expected.half, most_by: expected.fourFifths },
    ])
  })

  test('is of resubmissions alone if there are 20 of each, otherwise of all together', async () => {
    await measure(TWENTY)
    await measure(Array(19).fill(4), { isAgain: 1 })
    await asha.submit(ID)
    await operator.decide(ID, 'rejected')
    await asha.submit(ID, { ...FLAT, title: 'A sunny flat in Baner' })
    await run()
    expect(await readExpected()).toMatchObject({ fourFifths: '2025-09-17T10:30:00.000Z' })

    await server.db.deleteFrom('review_flow').execute()
    await measure([4], { isAgain: 1, minutesLater: 60 })
    await run()
    expect(await readExpected()).toMatchObject({ half: '2025-09-17T10:30:00.000Z' })
  })

  test('follows the place, and nights and Sundays do not count', async () => {
    await measure(TWENTY)
    await asha.submit('cd'.repeat(12))
    server.clock.advance(5 * HOUR_MS)
    await asha.submit(ID)
    await run()
    // At 17:00, an hour is left: a place later, an hour becomes 1 h 2 min 51 s, and two become 2 h 5 min 42 s.
    expect(await readExpected()).toEqual({
      half: '2025-09-18T04:32:51.428Z',
      fourFifths: '2025-09-18T05:35:42.857Z',
    })
  })

  test('forgets waits that ended without a decision, and keeps those that were decided', async () => {
    await asha.submit(ID)
    await asha.act(ID, 'withdraw')
    expect(await readWaits()).toEqual([])
    server.clock.advance(HOUR_MS)
    await asha.submit(ID)
    server.clock.advance(HOUR_MS)
    await operator.decide(ID, 'approved')
    const since = '2025-09-17T07:30:00.000Z'
    expect(await readWaits()).toMatchObject([{ since, decided_at: '2025-09-17T08:30:00.000Z' }])
    // An undone decision was none.
    await operator.decide(ID, 'pending')
    expect(await readWaits()).toMatchObject([{ since, decided_at: null }])
  })

  test('is read without measuring: reading changes nothing', async () => {
    await measure(TWENTY)
    await asha.submit(ID)
    await run()
    await measure(Array(40).fill(7), { isAgain: 1 })
    const before = await readWhole(server)
    const expected = await readExpected()
    await asha.list()
    server.clock.advance(4 * MINUTE_MS)
    await run()
    expect(await readWhole(server)).toEqual(before)
    expect(expected).not.toBeNull()
  })

  test('does not count a place that was looked up late', async () => {
    await asha.submit(ID)
    server.clock.advance(10 * MINUTE_MS)
    await run()
    expect(await readWaits()).toMatchObject([{ place: null }])
  })
})

describe('a time that moves much later', () => {
  /** The desk becomes so slow that four of five decisions take this many hours. */
  async function slowDown(hours: number): Promise<void> {
    await server.db.deleteFrom('review_waits').where('listing_id', '=', OLD_LISTING).execute()
    await server.db.deleteFrom('review_flow').execute()
    const decided = new Date(server.clock.now().getTime() - MINUTE_MS)
    // Days of eight hours, Saturdays as well.
    const days = Math.ceil(hours / 8) + 1
    const since = new Date(decided.getTime() - days * DAY_MS).getTime()
    await server.db
      .insertInto('review_waits')
      .values(
        Array.from({ length: 20 }, (_, index) => ({
          listing_id: OLD_LISTING,
          since: new Date(since + index).toISOString(),
          is_again: 0,
          place: 1,
          decided_at: decided.toISOString(),
        })),
      )
      .execute()
  }

  const listDelays = async () =>
    (await asha.inbox.list()).filter((message) => message['kind'] === 'review-delayed')

  test('is told once, with the new time', async () => {
    await measure(TWENTY)
    await asha.submit(ID)
    await run()
    await slowDown(16)
    await run()
    await sendAfter(server, 1)
    const [told, ...more] = await listDelays()
    expect(more).toEqual([])
    const [{ told_by: by } = { told_by: null }] = await readWaits()
    expect(Date.parse(by ?? '')).toBeGreaterThan(Date.parse(NOON) + DAY_MS)
    expect(told).toMatchObject({
      expectedBy: by,
      listingId: ID,
      title: FLAT.title,
      isRead: false,
      isAnswered: false,
    })

    server.clock.advance(HOUR_MS)
    await run()
    await sendAfter(server, 1)
    expect(await listDelays()).toHaveLength(1)
  })

  test('is not told if it moved by no more than a working day', async () => {
    await measure(TWENTY)
    await asha.submit(ID)
    await run()
    await server.db.updateTable('review_flow').set({ computed_at: NOON }).execute()
    // From two to ten working hours after noon: eight hours later, which is one working day.
    const pace = { halfMs: (9 * HOUR_MS) / 21, mostMs: (10 * HOUR_MS) / 21 }
    const paces = JSON.stringify({ first: pace, again: pace })
    await server.db.updateTable('review_flow').set({ paces }).execute()
    await run()
    await sendAfter(server, 1)
    expect(await listDelays()).toEqual([])
    server.clock.advance(MINUTE_MS)
    await run()
    await sendAfter(server, 1)
    expect(await listDelays()).toHaveLength(1)
  })

  test('is not told if it moved by no more than half of what was left', async () => {
    const setPace = async (hours: number) => {
      const pace = { halfMs: HOUR_MS / 21, mostMs: (hours * HOUR_MS) / 21 }
      const values = {
        computed_at: server.clock.now().toISOString(),
        paces: JSON.stringify({ first: pace, again: pace }),
      }
      await server.db.deleteFrom('review_flow').execute()
      await server.db
        .insertInto('review_flow')
        .values({ id: 1, ...values })
        .execute()
      await run()
      await sendAfter(server, 0)
    }
    await asha.submit(ID)
    await setPace(40)
    await setPace(60)
    expect(await listDelays()).toEqual([])
    await setPace(61)
    expect(await listDelays()).toHaveLength(1)
  })

  test('is no news after the decision', async () => {
    await measure(TWENTY)
    await asha.submit(ID)
    await run()
    await slowDown(16)
    await operator.decide(ID, 'approved')
    await run()
    await sendAfter(server, 61)
    expect(await listDelays()).toEqual([])
  })
})
