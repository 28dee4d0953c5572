import { seed as seedMarket } from '#server/demo/demo-seeding.ts'
import { openPostgres, SERVING } from '#server/platform/database/connection/open-postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { makeListing, makeMarket } from '#tests/server/market-data.ts'
import { startPostgres } from '#tests/support/server/postgres-cluster.ts'
import { testPans } from '#tests/support/server/test-pans.ts'
import { readCampaignArguments, recordRun } from '#tools/faults/campaign-record.ts'
import { judgeRace, raceForClaims } from './claim-race.ts'
import { addRacingPeople } from './race-people.ts'

// `npm run faults -- claims [acquisitions] [seed]`: 8 processes claim 100 listings at once on PostgreSQL, and add a line to
// docs/faults/claims.md. Exits with 1 if a listing was granted twice.

const PROCESSES = 8
const LISTINGS = 100

const { cycles: acquisitions, seed = process.pid } = readCampaignArguments(100_000)
const cluster = await startPostgres()
try {
  const place = await cluster.createDatabase('marketplace')
  const db = openPostgres(place, SERVING)
  await migrate(db)
  const listings = Array.from({ length: LISTINGS }, (_, index) => makeListing(index + 1))
  await seedMarket(db, makeMarket({ listings }), testPans, 'no password fits')
  const people = await addRacingPeople(db)
  await db.destroy()
  const orders = {
    place,
    people,
    listings: listings.map(({ id }) => id),
    acquisitions: Math.ceil(acquisitions / PROCESSES),
  }
  const seeds = Array.from({ length: PROCESSES }, (_, index) => Number(seed) * PROCESSES + index)
  const beganMs = Date.now()
  const events = await raceForClaims(orders, seeds)
  const seconds = ((Date.now() - beganMs) / 1000).toFixed(0)
  const faults = judgeRace(events)
  for (const fault of faults) console.log(fault)
  if (faults.length > 0) process.exitCode = 1
  const grants = new Set(events.map(({ listingId, fence }) => `${listingId} ${fence}`)).size
  recordRun('claims.md', [
    seed,
    PROCESSES,
    acquisitions,
    events.length,
    grants,
    faults.length,
    `${seconds} s`,
  ])
} finally {
  await cluster.close()
}
