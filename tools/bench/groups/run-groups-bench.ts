import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Kysely } from 'kysely'
import { findGroup } from '#server/listings/review/group/group-service.ts'
import { openData } from '#server/platform/database/open-data.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { watchMachine } from '#tools/bench/bench-report.ts'
import { median, percentile } from '#tools/bench/figures.ts'
import { type BenchRow, writeTable } from '#tools/bench/measurement.ts'
import { askDeleted } from './deleted-market.ts'
import { NEAR_MISSES } from './near-misses.ts'
import { type SeededMarket, seedMarket } from './seeded-market.ts'
import { listingIdOf, storeMarket } from './stored-market.ts'

// `npm run bench -- groups` fills a SQLite database with a market that has duplicates and near misses, asks for the groups
// of all of them and of other listings, and prints how many it finds, how many of what it finds are right, and the time. Then the
// same for deleted ones.

const { values } = parseArgs({
  options: {
    listings: { type: 'string', default: '100000' },
    duplicates: { type: 'string', default: '2000' },
    'near-misses': { type: 'string', default: '1000' },
    others: { type: 'string', default: '2000' },
  },
})
const LISTINGS = Number(values.listings)
const MICROSECONDS = 1_000 // of a millisecond

interface Found {
  /** Members of groups, and those of them that are of another property. */
  members: number
  wrong: number
  /** Adverts whose duplicate is in their group. */
  recalled: number
  /** Duplicates that are not found, by what was done to their photos. */
  missed: Map<string, number>
  /** Wrong members by the kind of near miss. */
  byKind: Map<string, number>
  times: number[]
  /** Of the processor: what else runs on the machine adds nothing to it. */
  processorTimes: number[]
}

const describeMachine = watchMachine()
const dataDir = mkdtempSync(join(tmpdir(), 'groups-bench-'))
const { db, close } = await openData({ dataDir, databaseUrl: null })
try {
  const numbers = {
    listings: LISTINGS,
    duplicates: Number(values.duplicates),
    nearMisses: Number(values['near-misses']),
  }
  const market = await seedMarket(numbers, (done) => console.error(done))
  await storeMarket(db, market.adverts)
  console.error(`${market.adverts.length} listings are stored`)
  const found = await askAll(db, market, Number(values.others))
  const rows = [...listRows(market, found), ...(await askDeleted(db, market))]
  console.log(`${describeMachine()}\n\n${writeTable(rows)}`)
  for (const [kind, wrong] of found.byKind) console.log(`- wrong: ${kind}: ${wrong}`)
  for (const [changes, missed] of found.missed) console.log(`- missed: ${changes}: ${missed}`)
} finally {
  await close()
  rmSync(dataDir, { recursive: true })
}

async function askAll(
  data: Kysely<Tables>,
  { adverts, duplicates, nearMisses }: SeededMarket,
  others: number,
): Promise<Found> {
  const found: Found = {
    members: 0,
    wrong: 0,
    recalled: 0,
    missed: new Map(),
    byKind: new Map(),
    times: [],
    processorTimes: [],
  }
  const places = new Map(adverts.map((_, place) => [listingIdOf(place), place]))
  const rest = adverts.length - duplicates.length - nearMisses.length
  const step = Math.max(1, Math.floor(rest / others))
  const asked = [
    ...duplicates,
    ...nearMisses,
    ...Array.from({ length: others }, (_, index) => adverts.length - 1 - index * step),
  ]
  const isDuplicate = new Set(duplicates)
  for (const place of asked) {
    const beganAt = performance.now()
    const used = process.cpuUsage()
    const group = await findGroup(data, listingIdOf(place))
    found.times.push(performance.now() - beganAt)
    const { user, system } = process.cpuUsage(used)
    found.processorTimes.push((user + system) / MICROSECONDS)
    const members = (group?.others ?? []).map(({ advert }) => places.get(advert.row.id) ?? 0)
    const right = members.filter((one) => adverts[one]?.property === adverts[place]?.property)
    found.members += members.length
    found.wrong += members.length - right.length
    if (right.length > 0) found.recalled += isDuplicate.has(place) ? 1 : 0
    else if (isDuplicate.has(place)) count(found.missed, adverts[place]?.changes ?? '')
    if (members.length > right.length) count(found.byKind, kindOf(place, nearMisses))
  }
  return found
}

function count(byKind: Map<string, number>, kind: string): void {
  byKind.set(kind, (byKind.get(kind) ?? 0) + 1)
}

function kindOf(place: number, nearMisses: readonly number[]): string {
  const at = nearMisses.indexOf(place)
  return at < 0 ? 'others' : (NEAR_MISSES[(at >> 1) % NEAR_MISSES.length] ?? '')
}

function listRows({ duplicates }: SeededMarket, found: Found): BenchRow[] {
  const { members, wrong, recalled, times, processorTimes } = found
  const right = members - wrong
  return [
    row('precision, %', [(right / members) * 100], 99, `${right} of ${members} members`),
    row(
      'recall, %',
      [(recalled / duplicates.length) * 100],
      95,
      `${recalled} of ${duplicates.length}`,
    ),
    {
      what: `the group of one of ${LISTINGS} listings, median`,
      unit: 'ms',
      reach: null,
      figures: [median(times)],
    },
    { what: '… p99', unit: 'ms', reach: 200, figures: [percentile(times, 0.99)] },
    {
      what: '… p99 of the processor time',
      unit: 'ms',
      reach: 200,
      figures: [percentile(processorTimes, 0.99)],
    },
  ]
}

function row(what: string, figures: number[], reach: number, note: string): BenchRow {
  return { what, unit: '', figures, reach, isFloor: true, note }
}
