import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { sumUpViews } from '#server/listings/views/view-service.ts'
import { indianDay } from '#src/domain/dates.ts'
import { OLD_LISTING, startPostingPair } from '#tests/server/listings/content/posting-server.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { deviceOf, findViews, report } from './view-calls.ts'

// Two server processes on one database count the views of a listing. Each also runs the hourly job that sums them up.

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MOST_A_DAY = 1_000

let one: TestServer
let other: TestServer

beforeEach(async () => {
  ;[one, other] = await startPostingPair()
})

function advance(ms: number): void {
  for (const { clock } of [one, other]) clock.advance(ms)
}

test('a device adds one view a day, even if it reports to both processes at the same time', async () => {
  const again = [one, other, one, other].map((at) => report(at, OLD_LISTING, deviceOf(1)))
  expect((await Promise.all(again)).map(({ status }) => status)).toEqual([204, 204, 204, 204])
  await report(one, OLD_LISTING, deviceOf(2))
  expect(await findViews(one, OLD_LISTING)).toEqual([2, 2])
  advance(DAY_MS)
  await report(other, OLD_LISTING, deviceOf(1))
  expect(await findViews(one, OLD_LISTING)).toEqual([3, 3])
})

test('a day of the view counts begins at midnight in India', async () => {
  // The clock starts at 12:00 in India.
  advance(12 * HOUR_MS - 1)
  await report(one, OLD_LISTING, deviceOf(1))
  advance(1)
  await report(one, OLD_LISTING, deviceOf(1))
  expect(await findViews(one, OLD_LISTING)).toEqual([2, 2])
})

test('a view is counted by a process whose clock is two days behind, even if its day is already summed up', async () => {
  await report(one, OLD_LISTING, deviceOf(1))
  one.clock.advance(2 * DAY_MS)
  await sumUpViews(one.db, one.clock.now())
  await report(other, OLD_LISTING, deviceOf(2))
  await sumUpViews(one.db, one.clock.now())
  expect(await one.db.selectFrom('listing_viewers').selectAll().execute()).toEqual([])
  expect(await findViews(one, OLD_LISTING)).toEqual([2, 2])
})

const STEP = fc.oneof(
  fc.record({ device: fc.nat(4), isOther: fc.boolean() }),
  fc.record({ hours: fc.integer({ min: 1, max: 60 }) }),
  fc.constant({ sumsUp: true } as const),
)

test('the total number of views and that of the last seven days are correct, whenever the hourly job runs', async () => {
  let runs = 0
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 5, maxLength: 40 }), async (steps) => {
      runs += 1 // each run uses other IP addresses, because a listing counts only twenty devices of one network
      for (const table of ['listing_viewers', 'listing_views'] as const)
        await one.db.deleteFrom(table).execute()
      const seen = new Set<string>()
      for (const step of steps) {
        if ('hours' in step) advance(step.hours * HOUR_MS)
        else if ('sumsUp' in step)
          await Promise.all([one, other].map(({ db, clock }) => sumUpViews(db, clock.now())))
        else {
          const from = `10.${runs >> 8}.${runs & 255}.${step.device}`
          await report(step.isOther ? other : one, OLD_LISTING, deviceOf(step.device), { from })
          seen.add(`${indianDay(one.clock.now())} ${step.device}`)
        }
      }
      const today = indianDay(one.clock.now())
      const recent = [...seen].filter((view) => Number(view.split(' ')[0]) > today - 7)
      const expected = seen.size === 0 ? null : [seen.size, recent.length]
      expect(await findViews(one, OLD_LISTING)).toEqual(expected)
    }),
    { numRuns: 15 },
  )
})

test('a listing has at most a thousand views a day', async () => {
  const day = indianDay(one.clock.now())
  await one.db
    .insertInto('listing_viewers')
    .values(
      Array.from({ length: MOST_A_DAY - 1 }, (_, number) => ({
        listing_id: OLD_LISTING,
        day,
        viewer: deviceOf(number),
      })),
    )
    .execute()
  for (const number of [1, 2]) await report(one, OLD_LISTING, deviceOf(number))
  expect(await findViews(one, OLD_LISTING)).toEqual([MOST_A_DAY, MOST_A_DAY])
  advance(DAY_MS)
  await report(one, OLD_LISTING, deviceOf(2))
  expect(await findViews(one, OLD_LISTING)).toEqual([MOST_A_DAY + 1, MOST_A_DAY + 1])
})

test('a listing counts at most twenty devices of one network at once, and then one more every 73 minutes', async () => {
  const from = '203.0.113.5'
  await report(one, OLD_LISTING, deviceOf(0), { from })
  // Repeated views by one device do not count towards the limit of twenty devices.
  for (let times = 0; times < 30; times += 1) await report(one, OLD_LISTING, deviceOf(0), { from })
  for (let number = 1; number < 25; number += 1) {
    const answer = await report(one, OLD_LISTING, deviceOf(number), { from })
    expect(answer.status).toBe(204)
  }
  expect(await findViews(one, OLD_LISTING)).toEqual([20, 20])
  await report(one, OLD_LISTING, deviceOf(30), { from: '203.0.113.6' })
  expect(await findViews(one, OLD_LISTING)).toEqual([21, 21])
  one.clock.advance(73 * 60_000)
  for (const number of [31, 32]) await report(one, OLD_LISTING, deviceOf(number), { from })
  expect(await findViews(one, OLD_LISTING)).toEqual([22, 22])
})

test('a listing counts at most a hundred devices of one IPv6 /48, whatever networks they are on', async () => {
  for (let number = 0; number < 105; number += 1) {
    const from = `2001:db8:7:${number.toString(16)}::1`
    await report(one, OLD_LISTING, deviceOf(number), { from })
  }
  expect(await findViews(one, OLD_LISTING)).toEqual([100, 100])
  await report(one, OLD_LISTING, deviceOf(200), { from: '2001:db8:8::1' })
  expect(await findViews(one, OLD_LISTING)).toEqual([101, 101])
})
