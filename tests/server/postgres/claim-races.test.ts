// @module-tag long
import { expect, test } from 'vitest'
import { seed } from '#server/demo/demo-seeding.ts'
import { makeListing, makeMarket } from '#tests/server/market-data.ts'
import { openDatabaseForTest } from '#tests/support/server/server-for-test.ts'
import { testPans } from '#tests/support/server/test-pans.ts'
import { judgeRace, type RaceEvent, raceForClaims } from '#tools/faults/claims/claim-race.ts'
import { addRacingPeople } from '#tools/faults/claims/race-people.ts'

const RACE_MS = 120_000 // eight processes start on two cores

test(
  'eight processes that claim 100 listings 10,000 times never grant one to two people',
  async () => {
    const { db, place } = await openDatabaseForTest()
    const listings = Array.from({ length: 100 }, (_, index) => makeListing(index + 1))
    await seed(db, makeMarket({ listings }), testPans, 'no password fits')
    const people = await addRacingPeople(db)
    const orders = { place, people, listings: listings.map(({ id }) => id), acquisitions: 1_250 }
    const events = await raceForClaims(orders, [1, 2, 3, 4, 5, 6, 7, 8])
    expect(judgeRace(events)).toEqual([])
    expect(new Set(events.map(({ personId }) => personId)).size).toBe(people.length)
    expect(Math.max(...events.map(({ fence }) => fence))).toBeGreaterThan(5)
    expect(events.some(({ isTaken }) => isTaken)).toBe(true)
    expect(events.some(({ isGivenBack }) => isGivenBack)).toBe(true)
  },
  RACE_MS,
)

test.each<[string, Partial<RaceEvent>]>([
  ['a claim of two people', { fence: 1 }],
  ['a missing fence', { fence: 3, since: 10 }],
  ['a grant before the end of the one before', { since: 9 }],
])('the judge finds %s', (_, change) => {
  const person = { listingId: 'a', personId: 'one', isTaken: false, isGivenBack: false }
  const first = { ...person, since: 0, until: 10, fence: 1 }
  const second = { ...first, personId: 'two', since: 10, until: 20, fence: 2 }
  expect(judgeRace([first, second])).toEqual([])
  expect(judgeRace([first, { ...second, ...change }])).toHaveLength(1)
})

test('the judge lets a listing that was given back be claimed before its time', () => {
  const grant = { listingId: 'a', personId: 'one', isTaken: false, isGivenBack: false, fence: 1 }
  const first = { ...grant, since: 0, until: 40 }
  const end = { ...first, until: 5, isGivenBack: true }
  const second = { ...grant, personId: 'two', since: 5, until: 20, fence: 2 }
  expect(judgeRace([first, end, second])).toEqual([])
  expect(judgeRace([first, end, { ...second, since: 4 }])).toHaveLength(1)
  expect(judgeRace([first, { ...end, until: 50 }, { ...second, since: 41, until: 60 }])).toEqual([])
})
