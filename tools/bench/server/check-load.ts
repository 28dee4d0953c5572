import { CompiledQuery, type Kysely } from 'kysely'
import { listPhotoBands, placeKeyOf } from '#server/platform/database/duplicate-keys.ts'
import { openDataUnlocked } from '#server/platform/database/open-data.ts'
import type { ListingRow } from '#server/platform/database/rows/listing-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { median, percentile } from '#tools/bench/figures.ts'
import { createRandom } from '#tools/faults/sim/seeded-random.ts'
import type { CheckoutServer } from './checkout-server.ts'

// How long a reviewer waits for a submission to open. The server sends its content, and checks it against all listings.

const PHOTOS = 8
const DISTINCT_HASHES = 20_000 // few enough that photos of different owners match
const OPENED = 200
const HEX = 16
const AT_ONCE = 100 // listings per statement
const LANES = 500
const AT = '2026-01-01T00:00:00.000Z'

/** Opens 200 submissions. Before the first run, submits every listing with eight photos, and approves nine in ten. */
export async function measureChecks(server: CheckoutServer, run: number) {
  if (run === 0) await submitAll(server)
  const random = createRandom(run + 1)
  const times: number[] = []
  for (let opened = 0; opened < OPENED; opened += 1) {
    const path = `/api/admin/properties/${random.pick(server.ids)}/posting`
    const askedAt = performance.now()
    const answer = await fetch(`${server.url}${path}`, {
      headers: { Authorization: `Bearer ${server.token}` },
    })
    if (!answer.ok) throw new Error(`answered ${answer.status}`)
    await answer.text()
    times.push(performance.now() - askedAt)
  }
  return { p50Ms: median(times), p99Ms: percentile(times, 0.99) }
}

async function submitAll({ place }: CheckoutServer): Promise<void> {
  const { db, close } = await openDataUnlocked(place)
  const random = createRandom(1)
  const hashes = Array.from({ length: DISTINCT_HASHES }, () =>
    Array.from({ length: HEX }, () => Math.floor(random.next() * HEX).toString(HEX)).join(''),
  )
  const listings = await db.selectFrom('listings').selectAll().execute()
  await db.transaction().execute(async (trx) => {
    for (let from = 0; from < listings.length; from += AT_ONCE) {
      const some = listings.slice(from, from + AT_ONCE)
      const photos = some.flatMap((listing, index) => makePhotos(listing, from + index))
      const media = photos.map((photo) => ({ ...photo, perceptual_hash: random.pick(hashes) }))
      const bands = media.flatMap(({ id, perceptual_hash }) =>
        listPhotoBands(perceptual_hash).map((band) => ({ band, media_id: id })),
      )
      await trx.insertInto('media').values(media).execute()
      await trx.insertInto('photo_bands').values(bands).execute()
      for (const [index, { id }] of some.entries()) await submitRecord(trx, id, from + index)
      const approved = some.filter((_, index) => index % 10 > 0).map(({ id }) => id)
      await trx
        .updateTable('listings')
        .set({ status: 'approved' })
        .where('id', 'in', approved)
        .execute()
    }
  })
  if (place.databaseUrl !== null) await db.executeQuery(CompiledQuery.raw('analyze'))
  await close()
}

const photoIdOf = (index: number, number: number) =>
  (index * PHOTOS + number).toString(HEX).padStart(32, '0')

function makePhotos({ id: posting_id, owner_id }: ListingRow, index: number) {
  return Array.from({ length: PHOTOS }, (_, number) => ({
    id: photoIdOf(index, number),
    owner_id,
    posting_id,
    kind: 'photo' as const,
    created_at: AT,
    unused_since: null,
    width: 1600,
    height: 1200,
    duration_ms: null,
    bytes: 1,
    checksum: photoIdOf(index, number),
    crop_hashes: null,
    thumbhash: null,
  }))
}

async function submitRecord(trx: Kysely<Tables>, id: string, index: number): Promise<void> {
  const media = Array.from({ length: PHOTOS }, (_, number) => photoIdOf(index, number))
  const { body } = await trx
    .selectFrom('postings')
    .select('body')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const content = { ...JSON.parse(body), locality: `Lane ${index % LANES}`, area: 900, media }
  const text = JSON.stringify(content)
  const change = { body: text, submitted: text, place_key: placeKeyOf(text), is_from_before: 0 }
  await trx.updateTable('postings').set(change).where('id', '=', id).execute()
}
