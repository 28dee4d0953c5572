import type { Kysely } from 'kysely'
import { changeListing } from '#server/listings/changes/listing-writer-service.ts'
import { findGroup } from '#server/listings/review/group/group-service.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { idOf } from '#tests/server/market-data.ts'
import { percentile } from '#tools/bench/figures.ts'
import type { BenchRow } from '#tools/bench/measurement.ts'
import type { MarketAdvert, SeededMarket } from './seeded-market.ts'
import { listingIdOf } from './stored-market.ts'

const AT_ONCE = 100 // deletions per transaction
const NOW = new Date('2026-02-01T00:00:00.000Z')

/**
 * Deletes the first of each two duplicates and near misses, and as many others, as staff would, and asks whether the second one
 * is recognised.
 */
export async function askDeleted(
  db: Kysely<Tables>,
  { adverts, duplicates, nearMisses }: SeededMarket,
): Promise<BenchRow[]> {
  const isFirst = (_: number, at: number) => at % 2 === 0
  const firsts = [...duplicates, ...nearMisses].filter(isFirst)
  const others = firsts.map((_, index) => adverts.length - 1 - index * 2)
  const gone = [...firsts, ...others]
  for (let from = 0; from < gone.length; from += AT_ONCE)
    await removeAll(db, adverts, gone.slice(from, from + AT_ONCE))
  const places = new Map(gone.map((place) => [listingIdOf(place), place]))
  const asked = [...duplicates, ...nearMisses].filter((_, at) => at % 2 === 1)
  const times: number[] = []
  let [members, right, recalled] = [0, 0, 0]
  for (const place of [...asked, ...others.map((one) => one - 1)]) {
    const beganAt = performance.now()
    const group = await findGroup(db, listingIdOf(place))
    times.push(performance.now() - beganAt)
    const found = (group?.deleted ?? []).map(({ row }) => places.get(row.id) ?? 0)
    const same = found.filter((one) => adverts[one]?.property === adverts[place]?.property)
    members += found.length
    right += same.length
    recalled += same.length > 0 ? 1 : 0
  }
  const pairs = duplicates.length / 2
  return [
    row('deleted listings: precision, %', (right / members) * 100, 99, `${right} of ${members}`),
    row('… recall, %', (recalled / pairs) * 100, 95, `${recalled} of ${pairs}`),
    {
      what: `… the group beside ${gone.length} deleted listings, p99`,
      unit: 'ms',
      reach: 200,
      figures: [percentile(times, 0.99)],
    },
  ]
}

function removeAll(
  db: Kysely<Tables>,
  adverts: readonly MarketAdvert[],
  some: readonly number[],
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    for (const place of some) {
      const by = { userId: idOf((adverts[place]?.owner ?? 0) + 1), deviceLabel: 'Bench' }
      await changeListing(trx, listingIdOf(place), { kind: 'deleted', by, now: NOW, record: null })
    }
  })
}

function row(what: string, figure: number, reach: number, note: string): BenchRow {
  return { what, unit: '', figures: [figure], reach, isFloor: true, note }
}
